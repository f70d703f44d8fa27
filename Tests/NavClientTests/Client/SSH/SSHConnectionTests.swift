import NavViewer
import NavWire
import Testing

@testable import NavClient

@Suite("Decisions about a connection through ssh")
struct SSHConnectionTests {
  private let address: SSHAddress
  private let found = Array("navd-sockets listening /run/navd\n".utf8)
  private let refused = "ada@home: Permission denied (publickey,password).\r\n"

  init() throws { address = try #require(SSHAddress("ssh://ada@home")) }

  private func connection(lasting: Bool = true) -> SSHConnection {
    SSHConnection(to: address, lasting: lasting)
  }

  /// Returns a connection that was opened at a time.
  private func opened(lasting: Bool = true, at now: Duration = .zero) -> SSHConnection {
    var connection = connection(lasting: lasting)
    _ = connection.begin(at: now)
    _ = connection.receive(output: found, at: now)
    _ = connection.forwardingEnded(code: 0, at: now)
    return connection
  }

  private func exit(of actions: [SSHConnection.Action]) -> ClientExit? {
    for case .exit(let exit) in actions { return exit }
    return nil
  }

  @Test("the login may ask, finds the sockets, and forwards them; the user may take any time")
  func opening() {
    var connection = connection()
    #expect(connection.begin(at: .zero) == [.logIn(asking: true, overriding: true)])
    #expect(connection.nextWake == nil)
    #expect(connection.receive(output: Array(found.prefix(20)), at: .seconds(90)) == [])
    let rest = Array(found.dropFirst(20))
    #expect(connection.receive(output: rest, at: .seconds(91)) == [.forward(of: "/run/navd")])
    #expect(!connection.isOpen)
    #expect(connection.forwardingEnded(code: 0, at: .seconds(91)) == [])
    #expect(connection.isOpen && connection.nextWake == nil)
  }

  @Test("each failure of the first login ends the client with a code of its own")
  func failures() {
    let table: [(words: String, output: String, code: Int32, ExitCode, text: String)] = [
      (refused, "", 255, .notPermitted, "does not let you in"),
      ("Host key verification failed.\n", "", 255, .notPermitted, "does not trust the key"),
      (
        "ssh: connect to host home port 22: Connection refused\n", "", 255, .unreachable,
        "(ssh: connect to host home port 22: Connection refused)"
      ),
      ("", "", 255, .unreachable, "ssh has no connection to ssh://ada@home: see"),
      ("", "navd-sockets missing\n", 0, .unreachable, "start it there with `navd`"),
      ("", "navd-sockets silent /a:b\n", 0, .unreachable, "can't forward the sockets in /a:b"),
      ("", "No logins\n", 1, .unreachable, "does not run sh (No logins)"),
    ]
    for row in table {
      var connection = connection()
      _ = connection.begin(at: .zero)
      connection.receive(words: Array(row.words.utf8))
      var actions = connection.receive(output: Array(row.output.utf8), at: .zero)
      actions += connection.loginEnded(code: row.code, at: .zero)
      let exit = exit(of: actions)
      #expect(exit?.code == row.3 && exit?.text?.contains(row.text) == true, "\(actions)")
      #expect(connection.nextWake == nil && !connection.isOpen)
    }
  }

  @Test("startup files without end are not read for ever")
  func flood() {
    var connection = connection()
    _ = connection.begin(at: .zero)
    let actions = connection.receive(output: [UInt8](repeating: 10, count: 70_000), at: .zero)
    #expect(exit(of: actions)?.text?.contains("ssh ada@home true") == true)
  }

  @Test("a viewer logs in again without questions, at once after a long connection")
  func lost() {
    var connection = opened()
    connection.receive(words: Array("Connection to home closed by remote host.\n".utf8))
    let actions = connection.loginEnded(code: 255, at: .seconds(60))
    #expect(actions == [.end, .report("ssh: Connection to home closed by remote host.")])
    #expect(connection.nextWake == .seconds(60))
    #expect(connection.tick(at: .seconds(60)) == [.logIn(asking: false, overriding: true)])
    #expect(connection.receive(output: found, at: .seconds(61)) == [.forward(of: "/run/navd")])
    _ = connection.forwardingEnded(code: 0, at: .seconds(61))
    #expect(connection.isOpen)
  }

  @Test("words of the login are no reason of a later loss")
  func wordsOfTheLogin() {
    var connection = connection()
    _ = connection.begin(at: .zero)
    connection.receive(words: Array(refused.utf8))
    _ = connection.receive(output: found, at: .zero)
    _ = connection.forwardingEnded(code: 0, at: .zero)
    let actions = connection.loginEnded(code: 255, at: .seconds(60))
    #expect(exit(of: actions) == nil && connection.nextWake == .seconds(60))
  }

  @Test(
    "an ssh that does not know an option is started again without those that are new, and only once"
  )
  func oldProgram() {
    var connection = connection()
    _ = connection.begin(at: .zero)
    let words = Array("command-line: line 0: Bad configuration option: sessiontype\r\n".utf8)
    connection.receive(words: words)
    let again = connection.loginEnded(code: 255, at: .seconds(1))
    #expect(again == [.logIn(asking: true, overriding: false)])
    connection.receive(words: words)
    #expect(exit(of: connection.loginEnded(code: 255, at: .seconds(2))) != nil)
  }

  @Test("the pauses grow up to 10 s, and the same reason is told once")
  func pauses() {
    var connection = opened()
    var now = Duration.zero
    var pauses: [Duration] = []
    var reports = 0
    for _ in 0..<8 {
      connection.receive(words: Array("ssh: connect to host home port 22: No route\n".utf8))
      for case .report(let text) in connection.loginEnded(code: 255, at: now) {
        #expect(text == "ssh: connect to host home port 22: No route")
        reports += 1
      }
      guard let wake = connection.nextWake else { return #expect(Bool(false), "it gave up") }
      pauses.append(wake - now)
      now = wake
      #expect(connection.tick(at: now) == [.logIn(asking: false, overriding: true)])
    }
    #expect(pauses == [0.5, 1, 2, 4, 8, 10, 10, 10].map { .seconds($0) })
    #expect(reports == 1)
  }

  @Test("a login that gets no answer is given up after 30 s")
  func hung() {
    var connection = opened()
    _ = connection.loginEnded(code: 255, at: .seconds(20))
    _ = connection.tick(at: .seconds(20))
    #expect(connection.tick(at: .seconds(49)) == [])
    #expect(connection.nextWake == .seconds(50))
    #expect(connection.tick(at: .seconds(50)) == [.end, .report("ssh: no answer in 30 s")])
    #expect(connection.nextWake == .seconds(50.5))
  }

  @Test("without a user the first login is limited, and the forwarding always is")
  func firstLimits() {
    var alone = SSHConnection(to: address, lasting: true, hasUser: false)
    _ = alone.begin(at: .zero)
    #expect(alone.nextWake == .seconds(30))
    let end = exit(of: alone.tick(at: .seconds(30)))
    #expect(end?.code == .unreachable && end?.text == "ssh: no answer in 30 s")
    var connection = connection()
    _ = connection.begin(at: .zero)
    _ = connection.receive(output: found, at: .seconds(90))
    #expect(connection.nextWake == .seconds(120))
    let late = exit(of: connection.tick(at: .seconds(120)))
    #expect(late?.code == .unreachable)
  }

  @Test("a viewer ends if ssh needs the user")
  func needsUser() {
    for (words, text) in [
      (refused, "needs a password or another answer"),
      ("Host key verification failed.\n", "does not trust its key any more"),
    ] {
      var connection = opened()
      _ = connection.loginEnded(code: 255, at: .seconds(20))
      _ = connection.tick(at: .seconds(20))
      connection.receive(words: Array(words.utf8))
      let exit = exit(of: connection.loginEnded(code: 255, at: .seconds(21)))
      #expect(exit?.code == .notPermitted && exit?.text?.contains(text) == true)
      #expect(connection.nextWake == nil)
    }
  }

  @Test("a daemon that is away at a further login is waited for")
  func missing() {
    var connection = opened()
    _ = connection.loginEnded(code: 255, at: .seconds(20))
    _ = connection.tick(at: .seconds(20))
    let actions = connection.receive(output: Array("navd-sockets missing\n".utf8), at: .seconds(21))
    #expect(
      actions == [.end, .report("no navd listens at ssh://ada@home: start it there with `navd`")]
    )
    // The end of that login is no further failure.
    #expect(connection.loginEnded(code: 0, at: .seconds(21)) == [])
    #expect(connection.nextWake == .seconds(21.5))
  }

  @Test("a command ends with its connection")
  func command() {
    var connection = opened(lasting: false)
    connection.receive(words: Array("Timeout, server home not responding.\n".utf8))
    let exit = exit(of: connection.loginEnded(code: 255, at: .seconds(60)))
    #expect(exit?.code == .unreachable)
    #expect(exit?.text?.contains("(Timeout, server home not responding.)") == true)
  }

  @Test("sockets that do not answer: nobody listens, or sshd forwards none")
  func refusedSockets() {
    let closed = ClientExit(.unreachable, "closed")
    let words = Array("channel 2: open failed: connect failed: open failed\r\n".utf8)
    for (state, code) in [("listening", ExitCode.notPermitted), ("silent", .unreachable)] {
      var connection = connection()
      _ = connection.begin(at: .zero)
      _ = connection.receive(output: Array("navd-sockets \(state) /run/navd\n".utf8), at: .zero)
      #expect(connection.explanation(of: closed) == closed)
      connection.receive(words: words)
      let exit = connection.explanation(of: closed)
      #expect(exit.code == code)
      #expect(exit.text?.contains("AllowStreamLocalForwarding") == true)
    }
    // Such a line is no reason for an end.
    #expect(SSHFailure(words) == SSHFailure([]))
  }
}
