"""Services as systems: what answers over HTTP, asked by many cases at a time and by nobody twice.

`service` is the system. What differs between services, how a question is written and a reply read, is a dialect:
`plain` for any service that takes JSON, `chat` for chat endpoints. `words` reads what is typed, `client` sends one
request and takes what comes, `pace` says when the next one may go, `budget` when there is none, `cache` keeps replies
between runs, `prices` knows what they cost, and `secrets` sees to it that no key is written anywhere.
"""
