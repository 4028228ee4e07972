-- The table that questions are asked about: the eight fields of PARNAX's EMPLOYEE file. One row for each employee;
-- no field is ever NULL. Today is 30 June 1984 (`employees.TODAY`): ages and years of service are counted to that day.
CREATE TABLE employee (
    name TEXT PRIMARY KEY,              -- first name, a blank, surname; a surname may have a blank: 'Carla De Luca'
    date_of_birth TEXT NOT NULL,        -- '1941-03-27', from 1920 to 1963
    place_of_birth TEXT NOT NULL,       -- a town as its inhabitants write it: 'Milano', 'London'
    place_of_residence TEXT NOT NULL,   -- likewise
    hiring_date TEXT NOT NULL,          -- '1969-11-03', from 1950 to 1984, at eighteen or later
    department TEXT NOT NULL,           -- in English and small letters: 'sales'
    job_level INTEGER NOT NULL,         -- from 1, the lowest, to 8
    degree TEXT NOT NULL                -- 'bachelor in ...', 'master in ...', 'doctorate in ...' a subject, or 'none'
);
