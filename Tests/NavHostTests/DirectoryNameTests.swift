import NavBase
import NavTestKit
import NavWire
import Testing

@testable import NavHost

@Suite("Who may not open files of the daemon's machine is not told their directories")
struct DirectoryNameTests {
  private static let eve = Principal.key(.repeating(5))
  private static let failure = ContentFailure(
    "/home/ada/My talks/a.md: no such file; check the name",
    brief: "a.md is gone"
  )
  private static let deck = ContentSpec.deck(path: "/home/ada/My talks/a.md")

  private static func daemon(as role: Role = .viewer) -> SteppedDaemon {
    var daemon = SteppedDaemon()
    daemon.authorize([.repeating(5): AuthorizedKeys.Grant(role: role)])
    return daemon
  }

  private static func send(
    _ body: Request.Body,
    by principal: Principal,
    to daemon: inout SteppedDaemon
  ) {
    var client = Client(seed: principal == eve ? 5 : 6)
    let request = client.request(body)
    daemon.send(
      request.encoded(),
      from: Peer(envelope: [request.client.bytes, []], principal: principal)
    )
  }

  @Test(
    "of a text, the last component of each absolute path outside of the system's is left",
    arguments: [
      ("cat /home/ada/x.md | less", "cat x.md | less"), ("top", "top"),
      ("/usr/bin/top </etc/a/b >/dev/null", "/usr/bin/top </etc/a/b >/dev/null"),
      ("tail -f /var/log/x /var/home/ada/x", "tail -f /var/log/x x"),
      ("du //dev//shm", "du //dev//shm"),
      ("make -C'/srv/a/' --file=/b/c -I/d/e", "make -C'a' --file=c -Ie"),
      ("scp host:/data/ada/x src/main.c ./x ../y", "scp host:x src/main.c ./x ../y"),
      ("git: fatal: \"/home/ada\": no", "git: fatal: \"ada\": no"), ("/", "/"), ("", ""),
      ("curl https://a.org/b/c", "curl https://a.org/b/c"),
      ("open file:///home/ada/x", "open file:x"),
      ("cat //home//ada/x", "cat x"), ("ls / | wc", "ls / | wc"),
    ]
  )
  func texts(text: String, expected: String) {
    #expect(text.withoutDirectories == expected)
    #expect(expected.withoutDirectories == expected)
  }

  @Test("a program's line and directory", arguments: [Role.viewer, .owner])
  func programs(role: Role) throws {
    var daemon = Self.daemon(as: role)
    let line = CommandLine(.shell, ["less /home/ada/x.md"], in: "/home/ada")
    try daemon.open("talk", .command(line), .deck(SteppedDaemon.pages), by: Client(seed: 1))
    Self.send(.listSessions, by: Self.eve, to: &daemon)
    let infos = try #require(daemon.turn().replies.first).body.sessions
    #expect(infos.map(\.content) == [role == .owner ? "less /home/ada/x.md" : "less x.md"])
    // One that names the same line, with a directory of its own.
    let named = ContentSpec.command(CommandLine(.shell, line.arguments, in: "/"))
    let attach = Request.Attach(content: named)
    Self.send(.attach(attach), by: Self.eve, to: &daemon)
    let opened = try #require(daemon.turn().replies.first).body.attached.opened.content
    let content = ContentSpec.command(line)
    #expect(opened == (role == .owner ? content : content.withoutDirectories))
  }

  @Test("the reason why a session could not be opened, for those who wait for it")
  func opening() throws {
    var daemon = Self.daemon()
    Self.send(.newSession(name: "talk", Self.deck), by: .localUser, to: &daemon)
    let load = try #require(daemon.turn().loads.first)
    let attach = Request.Attach(content: .deck(path: "/a.md"))
    Self.send(.attach(attach), by: Self.eve, to: &daemon)
    daemon.finishLoading(load.ticket, .failure(Self.failure))
    let texts = try daemon.turn().replies.map(\.body.failure?.text)
    #expect(Set(texts) == [Self.failure.description, Self.failure.brief])
  }

  @Test("the reason why an export failed", arguments: [Role?.none, .viewer, .owner])
  func export(role: Role?) throws {
    var daemon = Self.daemon(as: role ?? .viewer)
    try daemon.open("talk")
    let request = Request.Export(session: .name("talk"), format: .text, key: 7, part: 0)
    Self.send(.export(request), by: role == nil ? .localUser : Self.eve, to: &daemon)
    let export = try #require(daemon.turn().exports.first)
    daemon.finishExport(export, .failure(Self.failure))
    let text = try #require(daemon.turn().replies.first).body.failure?.text
    #expect(text == (role == .viewer ? Self.failure.brief : Self.failure.description))
  }

  @Test("the notice in the place of content that is missing, which everybody sees")
  func notice() {
    let command = ContentSpec.command(CommandLine(.shell, ["less /home/ada/x.md"], in: "/home"))
    for content in [Self.deck, command, .tabs([Self.deck, command])] {
      let page = PageContent(notice: Self.failure, insteadOf: content)
      guard case .text(let document) = page.body else {
        Issue.record("no text")
        continue
      }
      let text = "\(document.blocks)"
      #expect(text.contains("a.md is gone") && !(page.title + text).contains("home"))
    }
  }
}
