"""Services as systems: what answers over HTTP, with many requests under way and no case paid for twice.

What a service did not accept is requested again; what it answered is not, whether the answer can be read or not, and is
on the disk before anything else happens (`Answer.paid`). What shows that no request will be answered (a wrong key, for
one) ends the run before five cases are spent on it.

`service` is the system. What differs between services, how a question is written and a reply read, is a `dialect`:
`murho.systems.http` has that of any service that takes JSON, `murho.systems.openai` that of chat endpoints. `client`
sends one request and takes what comes, `limits` says when the next one may go, when there is none, and what replies
cost, `cache` keeps replies between runs, and `secrets` sees to it that no key is written anywhere.
"""
