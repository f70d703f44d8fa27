import NavBase
import NavHost
import NavScene
import NavTestKit
import NavWire
import Testing

@Suite("Timed events (proto/README.md: Heartbeat, Presence)")
struct TimeTests {
  /// Advances the time in steps with a turn after each; returns the messages on a topic with their times.
  private func watch(
    _ daemon: inout SteppedDaemon,
    _ topic: [UInt8],
    for time: Duration,
    by step: Duration = .milliseconds(50),
    each: (inout SteppedDaemon) throws -> Void = { _ in }
  ) throws -> [(after: Duration, message: LayoutMessage)] {
    let start = daemon.now
    var seen: [(after: Duration, message: LayoutMessage)] = []
    while daemon.now - start < time {
      daemon.pass(step)
      try each(&daemon)
      for message in try daemon.turn().messages(on: topic) {
        seen.append((daemon.now - start, message))
      }
    }
    return seen
  }

  private func isBeat(_ message: LayoutMessage) -> Bool {
    if case .beat = message { true } else { false }
  }

  @Test("a quiet stream gets a Beat each second, with the stream's number, version and hash")
  func beats() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let (attached, replica) = try daemon.join(&client, to: "talk")
    _ = try watch(&daemon, attached.streamTopic, for: .seconds(2))
    let seen = try watch(&daemon, attached.streamTopic, for: .seconds(3)) {
      $0.send(client.read(.alive(viewer: attached.viewer)))
    }
    #expect(seen.count == 3)
    #expect(seen.allSatisfy { isBeat($0.message) })
    let times = seen.map(\.after)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == .seconds(1) })
    for case .beat(let beat) in seen.map(\.message) { #expect(replica.receive(beat) == .ignored) }
  }

  @Test("a busy stream gets no Beats, and the pause between messages stays below two seconds")
  func noBeatsBetweenUpdates() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let attached = try daemon.join(&client, to: "talk").attached
    _ = try watch(&daemon, attached.streamTopic, for: .seconds(2))
    let busy = try watch(&daemon, attached.streamTopic, for: .seconds(5), by: .milliseconds(250)) {
      $0.send(client.command(.forward, in: .name("talk")))
    }
    #expect(busy.count == 20)
    #expect(busy.allSatisfy { !isBeat($0.message) })
    var last = busy.last?.after ?? .zero
    for (after, _) in try watch(&daemon, attached.streamTopic, for: .seconds(4)).map({
      ($0.after + .seconds(5), $0.message)
    }) {
      #expect(after - last < .milliseconds(1_600))
      last = after
    }
  }

  @Test("without subscribers nothing is published")
  func noBeatsForNobody() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let attached = try daemon.join(&client, to: "talk").attached
    _ = try watch(&daemon, attached.streamTopic, for: .seconds(2))
    daemon.unsubscribe(from: attached.streamTopic)
    #expect(try watch(&daemon, attached.streamTopic, for: .seconds(3)).isEmpty)
  }

  @Test("a viewer silent for 6 s is removed; one that sends signs of life stays")
  func viewersExpire() throws {
    var daemon = try SteppedDaemon("talk")
    var silent = Client(seed: 1)
    var alive = Client(seed: 2)
    let first = try daemon.join(&silent, to: "talk").attached
    let second = try daemon.join(&alive, to: "talk").attached
    let start = daemon.now
    var goneAfter: Duration?
    while daemon.now - start < .seconds(12) {
      daemon.pass(.milliseconds(100))
      daemon.send(alive.read(.alive(viewer: second.viewer)))
      let list = try daemon.ask(alive.read(.listSessions)).sessions
      if list[0].viewers == 1, goneAfter == nil { goneAfter = daemon.now - start }
    }
    // Silent viewers are checked for once a second.
    let gone = try #require(goneAfter)
    #expect(gone >= .seconds(6) && gone <= .seconds(7) + .milliseconds(100), "\(gone)")
    #expect(try daemon.ask(silent.read(.alive(viewer: first.viewer))).code == .unknownViewer)
    daemon.send(alive.read(.alive(viewer: second.viewer)))
    #expect(try daemon.turn().replies.isEmpty)
  }

  @Test("a stream lives for 10 s after its last subscriber")
  func streamsExpire() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let topic = try daemon.join(&client, to: "talk").attached.streamTopic
    daemon.unsubscribe(from: topic)
    let start = daemon.now
    func isThere(_ daemon: inout SteppedDaemon) throws -> Bool {
      daemon.subscribe(to: topic)
      guard case .beat(let beat)? = try daemon.turn().messages(on: topic).last else { return false }
      return !beat.isGone
    }
    while daemon.now - start < .milliseconds(9_900) {
      try daemon.turn(after: .milliseconds(100))
    }
    #expect(try isThere(&daemon))
    // The time starts again with each subscriber that leaves.
    daemon.unsubscribe(from: topic)
    let again = daemon.now
    while daemon.now - again < .seconds(11) + .milliseconds(100) {
      try daemon.turn(after: .milliseconds(100))
    }
    #expect(try !isThere(&daemon))
  }

  @Test("a stream with subscribers stays, even if its viewers are silent")
  func watchedStreamsStay() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let topic = try daemon.join(&client, to: "talk").attached.streamTopic
    let seen = try watch(&daemon, topic, for: .seconds(30), by: .milliseconds(500))
    #expect(seen.count { isBeat($0.message) } >= 28)
    // The viewer was removed long ago, and an update has reported it.
    #expect(seen.contains { if case .update = $0.message { true } else { false } })
  }

  @Test(
    "joins and leaves are published at most four times a second, and the last count is correct"
  )
  func presence() throws {
    var daemon = try SteppedDaemon("talk")
    var watcher = Client(seed: 1)
    var (attached, replica) = try daemon.join(&watcher, to: "talk")
    _ = try watch(&daemon, attached.streamTopic, for: .seconds(2))
    replica = try daemon.join(&watcher, to: "talk").replica
    var joined: [(client: Client, viewer: UInt64)] = []
    var updates: [(after: Duration, update: Update)] = []
    let start = daemon.now
    for step in 0..<300 {
      daemon.pass(.milliseconds(10))
      daemon.send(watcher.read(.alive(viewer: attached.viewer)))
      if step < 200 {
        var client = Client(seed: UInt64(1_000 + step))
        if step % 3 == 2 {
          let leaving = joined.removeFirst()
          client = leaving.client
          daemon.send(client.read(.leave(viewer: leaving.viewer)))
        } else {
          daemon.send(client.attach("talk"))
        }
        let turn = try daemon.turn()
        for case .attached(let attached) in turn.replies.map(\.body) {
          joined.append((client, attached.viewer))
        }
        for update in turn.updates { updates.append((daemon.now - start, update)) }
      } else {
        for update in try daemon.turn().updates { updates.append((daemon.now - start, update)) }
      }
    }
    let times = updates.map(\.after)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= .milliseconds(250) })
    #expect(times.count >= 8 && times.count <= 10)
    for (after, update) in updates {
      #expect(replica.receive(update, now: start + after) == .applied)
    }
    #expect(try replica.scene(at: daemon.now).viewers == joined.count + 1)
  }

  @Test("an input is published without waiting for the presence, and includes it")
  func presenceAndInput() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    var other = Client(seed: 2)
    let attached = try daemon.join(&client, to: "talk").attached
    _ = try watch(&daemon, attached.streamTopic, for: .seconds(2))
    _ = try daemon.attach(&other, to: "talk")
    daemon.pass(.milliseconds(10))
    var third = Client(seed: 3)
    _ = try daemon.attach(&third, to: "talk")
    let wake = daemon.nextWake ?? .seconds(1_000_000)
    let now = daemon.now
    #expect(wake <= now + .milliseconds(250))
    daemon.send(client.command(.forward, in: .name("talk")))
    #expect(try daemon.turn().updates.count == 1)
    #expect(try daemon.turn(after: .milliseconds(300)).updates.isEmpty)
  }

  @Test("without viewers the daemon never wakes up")
  func wakesForNothing() throws {
    var daemon = SteppedDaemon()
    let before = daemon.nextWake
    try daemon.open("talk")
    let after = daemon.nextWake
    #expect(before == nil && after == nil)
    var client = Client(seed: 1)
    let topic = try daemon.join(&client, to: "talk").attached.streamTopic
    let planned = daemon.nextWake
    let wake = try #require(planned)
    let now = daemon.now
    #expect(wake > now && wake <= now + .seconds(1))
    daemon.unsubscribe(from: topic)
    // First the viewer expires, then the stream; the daemon wakes up for both.
    var turns = 0
    while let wake = daemon.nextWake {
      turns += 1
      try #require(turns < 30)
      try daemon.turn(after: max(.zero, wake - daemon.now))
    }
    #expect(turns >= 10)
    let list = try daemon.ask(client.read(.listSessions)).sessions
    #expect(list.map(\.viewers) == [0])
    daemon.subscribe(to: topic)
    guard case .beat(let beat)? = try daemon.turn().messages(on: topic).first else { return }
    #expect(beat.isGone)
  }
}
