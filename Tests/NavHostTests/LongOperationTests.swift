import NavBase
import NavEngine
import NavHost
import NavTestKit
import NavWire
import Testing

@Suite("Searches and filters of a large content are run by a worker, in the order of the inputs")
struct LongOperationTests {
  private let list = SessionReference.name("list")

  private static func daemon(entries: Int) throws -> SteppedDaemon {
    var daemon = SteppedDaemon()
    let entries = (0..<entries).map { number in
      ListEntry(key: Array("f\(number)".utf8), label: "file \(number)", opens: .text)
    }
    let page = PageContent(title: "files", list: ListContent(entries: entries))
    let content = SessionContent.stack(StackContent(root: .page(page), path: Array("/".utf8)))
    try daemon.open("list", .path(PathContent(.tree, "/")), content, by: Client(seed: 9))
    return daemon
  }

  @Test func othersAreAnsweredMeanwhile() throws {
    var daemon = try Self.daemon(entries: 20_000)
    var (ada, bob) = (Client(seed: 1), Client(seed: 2))
    let session = try daemon.attach(&bob, to: "list").session
    daemon.send(ada.command(.filter("file 7"), in: list))
    daemon.send(ada.command(.lineDown, in: list))
    daemon.send(bob.read(.listSessions))
    let turn = try daemon.turn()
    #expect(turn.replies.map(\.client) == [bob.id])
    let operation = try #require(turn.performs.first)
    #expect(turn.performs.count == 1)
    daemon.finish(operation)
    let later = try daemon.turn()
    #expect(later.replies.map(\.seq) == [1, 2] && later.replies.allSatisfy(\.body.isAccepted))
    #expect(later.performs.isEmpty)
    #expect(daemon.core.sessions[session]?.model.searchState.filter == "file 7")
    // Its words are not there.
    daemon.send(ada.command(.filter("folder"), in: list))
    daemon.finish(try #require(try daemon.turn().performs.first))
    #expect(try daemon.turn().replies.map(\.body.code) == [.noMatch])
  }

  @Test func anotherSearchEndsOne() throws {
    var daemon = try Self.daemon(entries: 20_000)
    var (ada, bob) = (Client(seed: 1), Client(seed: 2))
    let session = try daemon.attach(&bob, to: "list").session
    daemon.send(ada.command(.search("file 7"), in: list))
    let operation = try #require(try daemon.turn().performs.first)
    daemon.send(bob.command(.search("file 8"), in: list))
    let turn = try daemon.turn()
    #expect(turn.replies.map(\.body.failure?.text) == ["the search was ended"])
    // A late result is dropped.
    daemon.finish(operation)
    daemon.finish(try #require(turn.performs.first))
    #expect(try daemon.turn().replies.map(\.body.isAccepted) == [true])
    #expect(daemon.core.sessions[session]?.model.searchState.search == "file 8")
  }

  @Test func smallContentIsSearchedAtOnce() throws {
    var daemon = try Self.daemon(entries: 100)
    var ada = Client(seed: 1)
    daemon.send(ada.command(.search("file 7"), in: list))
    let turn = try daemon.turn()
    #expect(turn.performs.isEmpty && turn.replies.map(\.body.isAccepted) == [true])
  }
}
