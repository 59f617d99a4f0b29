"""A small client for the table server, for bots and scripts. `docs/api.md` describes the server.

```python
client = Client("http://127.0.0.1:8000")
table = client.play()
async with client.sit(table) as seat:
    async for asks in seat.questions():
        await seat.answer(asks[0], asks[0].choices()[0])
```
"""

from turncoat.client.rest import Client
from turncoat.client.seat import Ask, Pointing, SealedVote, Seat, ServerRefused

__all__ = ["Ask", "Client", "Pointing", "SealedVote", "Seat", "ServerRefused"]
