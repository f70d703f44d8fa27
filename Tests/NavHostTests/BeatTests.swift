import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavHost

@Suite("Beats for subscribers (proto/README.md: Streams and topics)")
struct BeatTests {
  private func beats(_ turn: SteppedDaemon.Turn, on topic: [UInt8]) -> Int {
    turn.messages(on: topic).count { if case .beat = $0 { true } else { false } }
  }

  @Test("a viewer that subscribes and unsubscribes in a loop causes four Beats a second")
  func loop() throws {
    var daemon = try SteppedDaemon("talk")
    var (honest, restless) = (Client(seed: 1), Client(seed: 2))
    let topic = try daemon.join(&honest, to: "talk").attached.streamTopic
    _ = try daemon.join(&restless, to: "talk")
    var count = 0
    for _ in 0..<1_000 {
      daemon.pass(.milliseconds(10))
      for _ in 0..<5 {
        daemon.unsubscribe(from: topic)
        daemon.subscribe(to: topic)
      }
      count += beats(try daemon.turn(), on: topic)
    }
    // The periodic ones are among them.
    #expect((35...41).contains(count), "\(count)")
  }

  @Test("300 viewers that join within a second cause five Beats")
  func joiners() throws {
    var daemon = try SteppedDaemon("talk")
    var count = 0
    for number in 0..<300 {
      var client = Client(seed: UInt64(number))
      let attached = try daemon.attach(&client, to: "talk")
      daemon.pass(.milliseconds(3))
      daemon.subscribe(to: attached.streamTopic)
      daemon.subscribe(to: attached.readyTopic)
      let turn = try daemon.turn()
      count += beats(turn, on: attached.streamTopic)
      try demand(
        turn.messages(on: attached.readyTopic).contains {
          if case .snapshot = $0 { true } else { false }
        }
      )
    }
    #expect((3...5).contains(count), "\(count)")
  }

  @Test(
    "a subscriber that comes right after a Beat gets one within 250 ms, without any other event"
  )
  func lateBeat() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let topic = try daemon.join(&client, to: "talk").attached.streamTopic
    daemon.pass(.milliseconds(40))
    daemon.subscribe(to: topic)
    #expect(beats(try daemon.turn(), on: topic) == 0)
    let (wake, due) = (daemon.nextWake, daemon.now + .milliseconds(210))
    #expect(wake == due)
    #expect(beats(try daemon.turn(after: .milliseconds(209)), on: topic) == 0)
    #expect(beats(try daemon.turn(after: .milliseconds(1)), on: topic) == 1)
    #expect(beats(try daemon.turn(after: .milliseconds(1)), on: topic) == 0)
  }

  @Test("a Beat that is due is not sent to nobody, and does not wake the daemon")
  func nobody() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let topic = try daemon.join(&client, to: "talk").attached.streamTopic
    daemon.pass(.milliseconds(40))
    daemon.subscribe(to: topic)
    daemon.unsubscribe(from: topic)
    _ = try daemon.turn()
    let (wake, due) = (daemon.nextWake, daemon.now + .milliseconds(210))
    #expect(try #require(wake) > due)
    #expect(beats(try daemon.turn(after: .milliseconds(300)), on: topic) == 0)
    // The next subscriber gets its own at once.
    daemon.subscribe(to: topic)
    #expect(beats(try daemon.turn(), on: topic) == 1)
  }
}
