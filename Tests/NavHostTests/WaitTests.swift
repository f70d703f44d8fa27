import NavBase
import NavHost
import NavScene
import NavTestKit
import NavWire
import Testing

@Suite("Waiting for a condition (proto/README.md: Settled)")
struct WaitTests {
  @Test("a condition that already holds is answered in the same turn")
  func atOnce() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let conditions: [Request.Wait.Condition] = [
      .settled(version: 0), .page("Page 1"), .viewers(0), .text("1.1", .standardTerminal),
    ]
    for condition in conditions {
      let body = try daemon.ask(client.wait(for: condition, in: "talk"))
      #expect(body == .waited(version: 0), "\(condition)")
    }
  }

  @Test("a condition that becomes true is answered in the turn that publishes it")
  func later() throws {
    let cases: [(Request.Wait.Condition, SessionCommand)] = [
      (.page("Page 2"), .forward), (.text("5.1", CellSize(columns: 200, rows: 60)), .last),
      (.settled(version: 1), .forward),
    ]
    for (condition, command) in cases {
      var daemon = try SteppedDaemon("talk")
      var waiting = Client(seed: 1)
      var other = Client(seed: 2)
      daemon.send(waiting.wait(for: condition, in: "talk"))
      #expect(try daemon.turn().replies.isEmpty, "\(condition)")
      daemon.send(other.command(command, in: .name("talk")))
      let bodies = try daemon.turn().replies.map(\.body)
      #expect(Set(bodies) == [.accepted(version: 1), .waited(version: 1)], "\(condition)")
    }
  }

  @Test("settled: exactly when the motion is over for all viewers")
  func settled() throws {
    var daemon = try SteppedDaemon("talk")
    var viewer = Client(seed: 1)
    var other = Client(seed: 2)
    _ = try daemon.join(&viewer, to: "talk")
    try daemon.turn(after: .seconds(1))
    daemon.send(other.command(.forward, in: .name("talk")))
    daemon.send(other.wait(for: .settled(version: 1), in: "talk"))
    #expect(try daemon.turn().replies.map(\.body) == [.accepted(version: 1)])
    let rest = daemon.now + FrameTime.start(of: 20)
    #expect(daemon.nextWake == rest)
    #expect(try daemon.turn(after: FrameTime.start(of: 20) - .nanoseconds(2)).replies.isEmpty)
    #expect(try daemon.turn(after: .nanoseconds(2)).replies.map(\.body) == [.waited(version: 1)])
  }

  @Test("viewers: the count has to match exactly")
  func viewers() throws {
    var daemon = try SteppedDaemon("talk")
    var waiting = Client(seed: 9)
    daemon.send(waiting.wait(for: .viewers(2), in: "talk"))
    for number in 1...2 {
      var viewer = Client(seed: UInt64(number))
      daemon.send(viewer.attach("talk"))
      // The reply comes with the update that publishes the count.
      var bodies = try daemon.turn().replies.map(\.body)
      bodies += try daemon.turn(after: DaemonTiming.presence).replies.map(\.body)
      #expect(bodies.contains(.waited(version: 0)) == (number == 2), "\(number)")
    }
    #expect(try daemon.ask(waiting.wait(for: .viewers(1), in: "talk", .zero)).code == .timedOut)
  }

  @Test("a wait ends with its timeout, and the daemon wakes up for it")
  func timeout() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    daemon.send(client.wait(for: .page("none"), in: "talk", .seconds(3)))
    #expect(try daemon.turn().replies.isEmpty)
    #expect(daemon.nextWake == daemon.now + .seconds(3))
    #expect(try daemon.turn(after: .seconds(3) - .nanoseconds(1)).replies.isEmpty)
    #expect(try daemon.turn(after: .nanoseconds(1)).replies.map(\.body.code) == [.timedOut])
    #expect(daemon.nextWake == nil)
  }

  @Test("a repeated wait replaces the earlier one: one answer, for the newest request")
  func repetition() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let request = client.wait(for: .page("Page 2"), in: "talk")
    for _ in 0..<20 {
      daemon.send(request)
      #expect(try daemon.turn().replies.isEmpty)
    }
    var other = Client(seed: 2)
    daemon.send(other.command(.forward, in: .name("talk")))
    #expect(try daemon.turn().replies.count == 2)
  }

  @Test("a wait that is repeated while a worker makes its layout is answered from that layout")
  func repetitionDuringALayout() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let size = CellSize(columns: 1_000, rows: 500)
    let request = client.wait(for: .text("1.1", size), in: "talk")
    daemon.send(request)
    let layout = try #require(try daemon.turn().layouts.first)
    for _ in 0..<3 {
      daemon.send(request)
      #expect(try daemon.turn().replies.isEmpty)
    }
    daemon.finishLayout(layout)
    #expect(try daemon.turn().replies.count == 1)
  }

  @Test("the number of waits per client has a limit; one more is refused, another client's is not")
  func limit() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    var other = Client(seed: 2)
    for _ in 0..<DaemonLimits.waitsPerClient {
      daemon.send(client.wait(for: .page("none"), in: "talk"))
    }
    #expect(try daemon.turn().replies.isEmpty)
    let more = try daemon.ask(client.wait(for: .page("none"), in: "talk"))
    #expect(more.code == .limitReached)
    daemon.send(other.wait(for: .page("none"), in: "talk"))
    #expect(try daemon.turn().replies.isEmpty)
  }

  @Test("all waits are answered when the session ends, and when the daemon stops")
  func ends() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    daemon.send(client.wait(for: .page("none"), in: "talk"))
    _ = try daemon.turn()
    daemon.send(client.operation(.killSession(.name("talk"))))
    #expect(try daemon.turn().replies.map(\.body.code).contains(.noSuchSession))
    try daemon.open("another")
    daemon.send(client.wait(for: .page("none"), in: "another"))
    _ = try daemon.turn()
    #expect(try daemon.stop().replies.map(\.body.code) == [.retry])
    #expect(try daemon.ask(client.wait(for: .page("x"), in: "nothing")).code == .noSuchSession)
  }
}
