"""Passes two TCP ports on, and keeps every byte that goes through: what somebody on the way can read.

relay.py PORT TARGET FILE: PORT and PORT + 1 lead to TARGET and TARGET + 1 of this machine.
"""

import asyncio
import sys


async def copy(reader, writer, record):
    try:
        while data := await reader.read(65536):
            record.write(data)
            record.flush()
            writer.write(data)
            await writer.drain()
    except ConnectionError:
        pass
    finally:
        writer.close()


async def main(port, target, path):
    with open(path, "wb") as record:

        def handler(destination):
            async def handle(reader, writer):
                far_reader, far_writer = await asyncio.open_connection("127.0.0.1", destination)
                await asyncio.gather(
                    copy(reader, far_writer, record), copy(far_reader, writer, record)
                )

            return handle

        servers = [
            await asyncio.start_server(handler(target + offset), "127.0.0.1", port + offset)
            for offset in (0, 1)
        ]
        print("ready", flush=True)
        await asyncio.gather(*(server.serve_forever() for server in servers))


asyncio.run(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]))
