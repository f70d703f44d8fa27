import NavCommands
import NavHost
import NavGeometry
import NavScene
import NavSync
import NavWire
import Testing

@Suite("Timed events (proto/README.md: Heartbeat, Presence)")
struct TimeTests {
  /// Advances the time in steps with a turn after each; returns the messages on a topic with their times.
  private func watch(
    _ house: inout House,
    _ topic: [UInt8],
    for time: Duration,
    by step: Duration = .milliseconds(50),
    each: (inout House) throws -> Void = { _ in }
  ) throws -> [(after: Duration, message: LayoutMessage)] {
    let start = house.now
    var seen: [(after: Duration, message: LayoutMessage)] = []
    while house.now - start < time {
      house.pass(step)
      try each(&house)
      for message in try house.turn().messages(on: topic) {
        seen.append((house.now - start, message))
      }
    }
    return seen
  }

  private func isBeat(_ message: LayoutMessage) -> Bool {
    if case .beat = message { true } else { false }
  }

  @Test("a quiet stream gets a Beat each second, with the stream's number, version and hash")
  func beats() throws {
    var house = House()
    try house.open("talk")
    var client = Client(seed: 1)
    let (attached, replica) = try house.join(&client, to: "talk")
    _ = try watch(&house, attached.streamTopic, for: .seconds(2))
    let seen = try watch(&house, attached.streamTopic, for: .seconds(3)) {
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
    var house = House()
    try house.open("talk")
    var client = Client(seed: 1)
    let attached = try house.join(&client, to: "talk").attached
    _ = try watch(&house, attached.streamTopic, for: .seconds(2))
    let busy = try watch(&house, attached.streamTopic, for: .seconds(5), by: .milliseconds(250)) {
      $0.send(client.command(.forward, in: .name("talk")))
    }
    #expect(busy.count == 20)
    #expect(busy.allSatisfy { !isBeat($0.message) })
    var last = busy.last?.after ?? .zero
    for (after, _) in try watch(&house, attached.streamTopic, for: .seconds(4)).map({
      ($0.after + .seconds(5), $0.message)
    }) {
      #expect(after - last < .milliseconds(1_600))
      last = after
    }
  }

  @Test("without subscribers nothing is published")
  func noBeatsForNobody() throws {
    var house = House()
    try house.open("talk")
    var client = Client(seed: 1)
    let attached = try house.join(&client, to: "talk").attached
    _ = try watch(&house, attached.streamTopic, for: .seconds(2))
    house.unsubscribe(from: attached.streamTopic)
    #expect(try watch(&house, attached.streamTopic, for: .seconds(3)).isEmpty)
  }

  @Test("a viewer silent for 6 s is removed; one that sends signs of life stays")
  func viewersExpire() throws {
    var house = House()
    try house.open("talk")
    var silent = Client(seed: 1)
    var alive = Client(seed: 2)
    let first = try house.join(&silent, to: "talk").attached
    let second = try house.join(&alive, to: "talk").attached
    let start = house.now
    var goneAfter: Duration?
    while house.now - start < .seconds(12) {
      house.pass(.milliseconds(100))
      house.send(alive.read(.alive(viewer: second.viewer)))
      guard case .sessions(let list) = try house.ask(alive.read(.listSessions)) else { return }
      if list[0].viewers == 1, goneAfter == nil { goneAfter = house.now - start }
    }
    // Silent viewers are checked for once a second.
    let gone = try #require(goneAfter)
    #expect(gone >= .seconds(6) && gone <= .seconds(7) + .milliseconds(100), "\(gone)")
    #expect(try house.ask(silent.read(.alive(viewer: first.viewer))).code == .unknownViewer)
    house.send(alive.read(.alive(viewer: second.viewer)))
    #expect(try house.turn().replies.isEmpty)
  }

  @Test("a stream lives for 10 s after its last subscriber")
  func streamsExpire() throws {
    var house = House()
    try house.open("talk")
    var client = Client(seed: 1)
    let topic = try house.join(&client, to: "talk").attached.streamTopic
    house.unsubscribe(from: topic)
    let start = house.now
    func isThere(_ house: inout House) throws -> Bool {
      house.subscribe(to: topic)
      guard case .beat(let beat)? = try house.turn().messages(on: topic).last else { return false }
      return !beat.isGone
    }
    while house.now - start < .milliseconds(9_900) {
      house.pass(.milliseconds(100))
      _ = try house.turn()
    }
    #expect(try isThere(&house))
    // The time starts again with each subscriber that leaves.
    house.unsubscribe(from: topic)
    let again = house.now
    while house.now - again < .seconds(11) + .milliseconds(100) {
      house.pass(.milliseconds(100))
      _ = try house.turn()
    }
    #expect(try !isThere(&house))
  }

  @Test("a stream with subscribers stays, even if its viewers are silent")
  func watchedStreamsStay() throws {
    var house = House()
    try house.open("talk")
    var client = Client(seed: 1)
    let topic = try house.join(&client, to: "talk").attached.streamTopic
    let seen = try watch(&house, topic, for: .seconds(30), by: .milliseconds(500))
    #expect(seen.count { isBeat($0.message) } >= 28)
    // The viewer was removed long ago, and an update has reported it.
    #expect(seen.contains { if case .update = $0.message { true } else { false } })
  }

  @Test(
    "joins and leaves are published at most four times a second, and the last count is correct"
  )
  func presence() throws {
    var house = House()
    try house.open("talk")
    var watcher = Client(seed: 1)
    var (attached, replica) = try house.join(&watcher, to: "talk")
    _ = try watch(&house, attached.streamTopic, for: .seconds(2))
    replica = try house.join(&watcher, to: "talk").replica
    var joined: [(client: Client, viewer: UInt64)] = []
    var updates: [(after: Duration, update: Update)] = []
    let start = house.now
    for step in 0..<300 {
      house.pass(.milliseconds(10))
      house.send(watcher.read(.alive(viewer: attached.viewer)))
      if step < 200 {
        var client = Client(seed: UInt64(1_000 + step))
        if step % 3 == 2 {
          let leaving = joined.removeFirst()
          client = leaving.client
          house.send(client.read(.leave(viewer: leaving.viewer)))
        } else {
          house.send(client.attach("talk"))
        }
        let turn = try house.turn()
        for case .attached(let attached) in turn.replies.map(\.body) {
          joined.append((client, attached.viewer))
        }
        for update in turn.updates { updates.append((house.now - start, update)) }
      } else {
        for update in try house.turn().updates { updates.append((house.now - start, update)) }
      }
    }
    let times = updates.map(\.after)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= .milliseconds(250) })
    #expect(times.count >= 8 && times.count <= 10)
    for (after, update) in updates {
      #expect(replica.receive(update, now: start + after) == .applied)
    }
    #expect(try replica.scene(at: house.now).viewers == joined.count + 1)
  }

  @Test("an input is published without waiting for the presence, and includes it")
  func presenceAndInput() throws {
    var house = House()
    try house.open("talk")
    var client = Client(seed: 1)
    var other = Client(seed: 2)
    let attached = try house.join(&client, to: "talk").attached
    _ = try watch(&house, attached.streamTopic, for: .seconds(2))
    _ = try house.attach(&other, to: "talk")
    house.pass(.milliseconds(10))
    var third = Client(seed: 3)
    _ = try house.attach(&third, to: "talk")
    let wake = house.nextWake ?? .seconds(1_000_000)
    let now = house.now
    #expect(wake <= now + .milliseconds(250))
    house.send(client.command(.forward, in: .name("talk")))
    #expect(try house.turn().updates.count == 1)
    house.pass(.milliseconds(300))
    #expect(try house.turn().updates.isEmpty)
  }

  @Test("without viewers the daemon never wakes up")
  func wakesForNothing() throws {
    var house = House()
    let before = house.nextWake
    try house.open("talk")
    let after = house.nextWake
    #expect(before == nil && after == nil)
    var client = Client(seed: 1)
    let topic = try house.join(&client, to: "talk").attached.streamTopic
    let planned = house.nextWake
    let wake = try #require(planned)
    let now = house.now
    #expect(wake > now && wake <= now + .seconds(1))
    house.unsubscribe(from: topic)
    // First the viewer expires, then the stream; the daemon wakes up for both.
    var turns = 0
    while let wake = house.nextWake {
      turns += 1
      try #require(turns < 30)
      house.pass(max(.zero, wake - house.now))
      _ = try house.turn()
    }
    #expect(turns >= 10)
    guard case .sessions(let list) = try house.ask(client.read(.listSessions)) else { return }
    #expect(list.map(\.viewers) == [0])
    house.subscribe(to: topic)
    guard case .beat(let beat)? = try house.turn().messages(on: topic).first else { return }
    #expect(beat.isGone)
  }
}
