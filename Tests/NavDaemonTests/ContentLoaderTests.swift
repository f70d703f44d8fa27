import Foundation
import NavCommands
import NavModel
import NavTestKit
import NavWire
import Testing

@testable import NavDaemon

@Suite("Work on separate threads")
struct ContentLoaderTests {
  @Test(
    "once all reading has ended, all results are in the mailbox",
    .timeLimit(.minutes(5))
  )
  func endsInTheMailbox() throws {
    let directory = try makeTemporaryDirectory("loader")
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let mailbox = try Mailbox<WorkerResult>()
    let loader = ContentLoader(mailbox)
    #expect(!loader.isBusy)
    for ticket in 0..<2_000 as Range<UInt64> {
      loader.load(.tree(path: directory), ticket: ticket)
      while loader.isBusy {}
      let found = mailbox.take().compactMap { result in
        if case .content(let ticket, _) = result { ticket } else { nil as UInt64? }
      }
      #expect(found == [ticket])
      loader.close(ticket)
    }
  }
}
