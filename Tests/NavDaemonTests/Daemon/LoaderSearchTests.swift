import Foundation
import NavBase
import NavContent
import NavEngine
import NavHost
import NavScene
import NavTestKit
import Testing

@testable import NavDaemon

@Suite("Searches of large texts by the content loader")
final class LoaderSearchTests {
  private let directory: String
  private let path: String
  private let mailbox: Mailbox<WorkerResult>
  private let loader: ContentLoader
  private static let size = 256 << 30

  init() throws {
    directory = try makeTemporaryDirectory("search")
    path = directory + "/big.log"
    let start = String(repeating: "some words\n", count: 200_000)
    try start.write(toFile: path, atomically: true, encoding: .utf8)
    // The rest is a hole, which takes minutes to be searched.
    let isMade = truncate(path, Self.size) == 0
    mailbox = try Mailbox<WorkerResult>()
    loader = ContentLoader(mailbox, in: directory)
    try #require(isMade)
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  /// The request for a page with a match that is nowhere in the text.
  private func search() throws -> PageRequest {
    let content = try ContentReader().read(.path(PathContent(.text, path)), for: 1)
    return try Session(content).request(of: .command(.search("nowhere")), seenIn: .standardTerminal)
  }

  @Test("a search reports how far it is, and ends when nobody wants it")
  func ends() throws {
    loader.load(try search(), of: 1, ticket: 7)
    try eventually("it has reported") {
      mailbox.take().contains { result in
        if case .searched(7, let progress) = result { progress.size == Self.size } else { false }
      }
    }
    #expect(loader.isBusy)
    loader.endSearch(ticket: 7)
    try eventually("it has ended") { !loader.isBusy }
  }

  @Test("one owner has at most half of the readers, and who has none gets one when others have all")
  func shares() throws {
    let request = try search()
    let (all, own) = (DaemonLimits.loads, DaemonLimits.loadsOfOwner)
    #expect(2 * own == all)
    /// Whether a reader is free for a session's search.
    func begins(_ ticket: Int, of session: UInt64) -> Bool {
      loader.load(request, of: session, ticket: UInt64(ticket))
      return !mailbox.take().contains { result in
        guard case .page(let refused, .failure(let failure)) = result else { return false }
        return refused == ticket && failure.cause == .busy
      }
    }
    for ticket in 0..<own { #expect(begins(ticket, of: 1)) }
    #expect(!begins(all, of: 1))
    for ticket in own..<all { #expect(begins(ticket, of: 2), "\(ticket)") }
    #expect(begins(all, of: 3) && !begins(all + 1, of: 3) && !begins(all + 1, of: 2))
    for session in 4..<UInt64(all + 3) { #expect(begins(all + Int(session), of: session)) }
    #expect(!begins(3 * all, of: 1_000))
    for ticket in 0..<3 * all { loader.endSearch(ticket: UInt64(ticket)) }
    try eventually("all have ended") { !loader.isBusy }
    #expect(begins(3 * all, of: 1))
    loader.endSearch(ticket: UInt64(3 * all))
    try eventually("the last one has ended") { !loader.isBusy }
  }
}
