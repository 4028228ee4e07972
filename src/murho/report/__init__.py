"""What people read: terminal tables, HTML pages."""
