import Foundation
import NavBase
import NavContent
import NavHost
import NavTestKit
import Testing

@testable import NavDaemon
@testable import NavHost

@Suite("Memory of the content loader")
struct LoaderMemoryTests {
  private let directory: String
  private let mailbox: Mailbox<WorkerResult>
  private let loader: ContentLoader
  private let path: String

  init() throws {
    directory = try makeTemporaryDirectory("memory")
    mailbox = try Mailbox<WorkerResult>()
    loader = ContentLoader(mailbox, in: directory)
    path = directory + "/deck.md"
    let text = String(repeating: "tale ", count: 20_000)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  /// Everything that is in the mailbox once all reading has ended.
  private func results() throws -> [WorkerResult] {
    try eventually("all is read") { !loader.isBusy }
    return mailbox.take()
  }

  private func export() throws -> Result<[UInt8], ContentFailure> {
    loader.export(
      ContentExporting(
        key: 1,
        session: 1,
        name: "talk",
        content: .deck(path: path),
        format: .text,
        pages: []
      )
    )
    for case .exported(_, _, let result, _) in try results() { return result }
    throw NoResult()
  }

  private struct NoResult: Error {}

  @Test("an export has the memory of all readers, too")
  func exports() throws {
    loader.use(memoryLeft: 500_000)
    guard case .failure(let failure) = try export() else { throw NoResult() }
    #expect(failure.cause == .limit)
    loader.use(memoryLeft: 64 << 20)
    guard case .success(let text) = try export() else { throw NoResult() }
    #expect(text.count > 50_000)
  }

  @Test("what was read counts until the loop has taken it")
  func taken() throws {
    // For the text and its tree; not beside what was made of it so often.
    loader.use(memoryLeft: 2 << 20)
    var waiting: [WorkerResult] = []
    var refused = 0
    for ticket in 0..<30 as Range<UInt64> {
      loader.load(.deck(path: path), ticket: ticket, for: .localUser)
      let found = try results()
      for case .content(_, .failure(let failure)) in found {
        #expect(failure.cause == .limit)
        refused += 1
      }
      waiting += found
    }
    #expect(refused > 0 && refused < 30, "\(refused) of 30")
    waiting = []
    loader.load(.deck(path: path), ticket: 30, for: .localUser)
    let isRead = try results().contains { result in
      if case .content(_, .success) = result { true } else { false }
    }
    #expect(isRead)
  }
}

extension ContentLoader {
  /// A loader whose marks and bundles are in a directory.
  convenience init(_ mailbox: Mailbox<WorkerResult>, in directory: String) {
    self.init(mailbox, RestorationMarks(directory: directory), BundleStore(in: directory))
  }
}
