import NavBase
import NavEngine
@testable import NavHost
import NavTestKit
import NavWire
import Testing

@Suite("Searches and filters of a large content are run by a worker, in the order of the inputs")
struct LongOperationTests {
  private let list = SessionReference.name("list")

  private static func content(entries: Int, title: String = "files") -> SessionContent {
    let entries = (0..<entries).map { number in
      ListEntry(key: Array("f\(number)".utf8), label: "file \(number)", opens: .text)
    }
    let page = PageContent(title: title, list: ListContent(entries: entries))
    return .stack(StackContent(root: .page(page), path: Array("/".utf8)))
  }

  private static func daemon(entries: Int) throws -> SteppedDaemon {
    var daemon = SteppedDaemon()
    let content = content(entries: entries)
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

  @Test func contentThatWasReadAgainIsFilteredByAWorker() throws {
    var daemon = try Self.daemon(entries: 20_000)
    var (ada, bob) = (Client(seed: 1), Client(seed: 2))
    let session = try daemon.attach(&bob, to: "list").session
    func title() -> String? { daemon.core.sessions[session]?.model.position.title }
    func readAgain(as title: String) throws -> SteppedDaemon.Turn {
      try daemon.turn(after: .seconds(2))
      daemon.contentChanged(session)
      let reload = try #require(try daemon.turn().reloads.first)
      let content = Self.content(entries: 20_001, title: title)
      let read = try ReloadedContent(content, for: reload) { request in
        PreparedPage(.page(SteppedDaemon.list("again")), availableSizes: request.availableSizes)
      }
      daemon.finishReload(reload, .success(read))
      return try daemon.turn()
    }
    // Without a filter there is nothing to do that takes long.
    #expect(try readAgain(as: "more").performs.isEmpty && title() == "more")
    daemon.send(ada.command(.filter("file 7"), in: list))
    daemon.finish(try #require(try daemon.turn().performs.first))
    #expect(try daemon.turn().replies.map(\.body.isAccepted) == [true])
    let work = try #require(try readAgain(as: "most").performs.first)
    #expect(title() == "more")
    // Inputs wait for it, a new name does not.
    daemon.send(ada.command(.lineDown, in: list))
    daemon.send(bob.operation(.renameSession(list, to: "new")))
    #expect(try daemon.turn().replies.map(\.client) == [bob.id])
    let version = try #require(daemon.core.sessions[session]?.model.version)
    daemon.finish(work)
    let turn = try daemon.turn()
    #expect(turn.replies.map(\.body) == [.accepted(version: version + 1)])
    #expect(title() == "most")
    #expect(daemon.core.sessions[session]?.model.searchState.filter == "file 7")
  }

  @Test func whatIsShownOtherwiseMeanwhileIsReadAnew() throws {
    var daemon = try Self.daemon(entries: 20_000)
    var ada = Client(seed: 1)
    let session = try daemon.attach(&ada, to: "list").session
    daemon.send(ada.command(.filter("file 7"), in: list))
    daemon.finish(try #require(try daemon.turn().performs.first))
    _ = try daemon.turn()
    daemon.pass(.seconds(2))
    daemon.contentChanged(session)
    let reload = try #require(try daemon.turn().reloads.first)
    let content = Self.content(entries: 20_001, title: "more")
    let read = try ReloadedContent(content, for: reload) { request in
      PreparedPage(.page(SteppedDaemon.list("again")), availableSizes: request.availableSizes)
    }
    daemon.finishReload(reload, .success(read))
    let work = try #require(try daemon.turn().performs.first)
    daemon.core.setOrder(of: session, to: TreeOrder(showsHidden: true, sort: .name))
    #expect(try daemon.turn().reloads.count == 1)
    daemon.finish(work)
    #expect(try daemon.turn().replies.isEmpty)
    #expect(daemon.core.sessions[session]?.model.position.title == "files")
    #expect(daemon.core.sessions[session]?.inputs.isReading == false)
  }

  @Test func smallContentIsSearchedAtOnce() throws {
    var daemon = try Self.daemon(entries: 100)
    var ada = Client(seed: 1)
    daemon.send(ada.command(.search("file 7"), in: list))
    let turn = try daemon.turn()
    #expect(turn.performs.isEmpty && turn.replies.map(\.body.isAccepted) == [true])
  }
}
