import Foundation
import NavBase
import NavContent
import NavEngine
import NavScene
import NavTestKit
import Testing

@testable import NavDaemon

@Suite("Searches of large texts by the content loader")
struct LoaderSearchTests {
  private struct NoRequest: Error {}

  @Test("a search reports how far it is, and ends when nobody wants it")
  func ends() throws {
    let directory = try makeTemporaryDirectory("search")
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let path = directory + "/big.log"
    let start = String(repeating: "some words\n", count: 200_000)
    try start.write(toFile: path, atomically: true, encoding: .utf8)
    // The rest is a hole, which takes minutes to be searched.
    let size = 256 << 30
    try #require(truncate(path, size) == 0)
    let mailbox = try Mailbox<WorkerResult>()
    let loader = ContentLoader(
      mailbox,
      RestorationMarks(directory: directory),
      BundleStore(in: directory)
    )
    let content = try ContentReader().read(.path(PathContent(.text, path)), for: 1)
    var operation = SessionOperation(
      .command(.search("nowhere")),
      on: Session(content),
      seenBy: SessionView(viewport: .standardTerminal)
    )
    guard case .needs(let request) = try operation.run(at: .zero) else { throw NoRequest() }
    loader.load(request, of: 1, ticket: 7)
    try eventually("it has reported") {
      mailbox.take().contains { result in
        if case .searched(7, let progress) = result { progress.size == size } else { false }
      }
    }
    #expect(loader.isBusy)
    loader.endSearch(ticket: 7)
    try eventually("it has ended") { !loader.isBusy }
  }
}
