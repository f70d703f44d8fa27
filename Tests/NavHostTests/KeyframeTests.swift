import NavDaemon
import NavScene
import NavTestKit
import NavWire
import Testing

@Suite("One keyframe for all viewers that are behind (proto/README.md: Join, step 4)")
struct KeyframeTests {
  /// A hundred viewers of one size that follow a session.
  private struct Crowd: ~Copyable {
    var daemon: SteppedDaemon
    var clients: [Client]
    let topic: [UInt8]

    /// Returns the keyframes that a turn publishes on the stream's topic.
    mutating func keyframes() throws -> [Snapshot] {
      try daemon.turn().messages(on: topic).compactMap {
        if case .keyframe(let snapshot) = $0 { snapshot } else { nil }
      }
    }
  }

  private static func crowd() throws -> Crowd {
    var daemon = try SteppedDaemon("talk")
    var clients = (1...100).map { Client(seed: $0) }
    var topic: [UInt8] = []
    for index in clients.indices {
      topic = try daemon.join(&clients[index], to: "talk").attached.streamTopic
    }
    try daemon.turn(after: .seconds(1))
    return Crowd(daemon: daemon, clients: clients, topic: topic)
  }

  @Test(
    "of a hundred viewers behind at once a handful attach, and one keyframe updates the rest"
  )
  func crowd() throws {
    try forSeeds(0..<5) { generator in
      var crowd = try Self.crowd()
      var moments = crowd.clients.indices.map { (at: generator.int(in: 20...150), index: $0) }
      moments.sort { ($0.at, $0.index) < ($1.at, $1.index) }
      let start = crowd.daemon.now
      var attaches = 0
      var keyframes: [Snapshot] = []
      for moment in 20...150 {
        crowd.daemon.pass(start + .milliseconds(moment) - crowd.daemon.now)
        // A viewer that has received a keyframe does not attach.
        while keyframes.isEmpty, moments.first?.at == moment {
          let index = moments.removeFirst().index
          crowd.daemon.send(crowd.clients[index].attach("talk"))
          attaches += 1
        }
        keyframes += try crowd.keyframes()
      }
      try demand(keyframes.count == 1 && (2...8).contains(attaches), "\(attaches) attaches")
      try demand(keyframes[0].epoch == SteppedDaemon.epoch && keyframes[0].scene.viewers == 100)
    }
  }

  @Test("viewers that attach without waiting cause one keyframe per 150 ms")
  func rate() throws {
    var crowd = try Self.crowd()
    let start = crowd.daemon.now
    var moments: [Duration] = []
    for index in crowd.clients.indices {
      crowd.daemon.send(crowd.clients[index].attach("talk"))
      if try !crowd.keyframes().isEmpty { moments.append(crowd.daemon.now - start) }
      crowd.daemon.pass(.milliseconds(10))
    }
    #expect(moments == [10, 160, 310, 460, 610, 760, 910].map { .milliseconds($0) })
  }

  @Test("a first attach, a resize, a repeated attach and a late one cause no keyframe")
  func others() throws {
    var crowd = try Self.crowd()
    var newcomers = (201...205).map { Client(seed: $0) }
    for index in newcomers.indices {
      crowd.daemon.send(newcomers[index].attach("talk"))
      crowd.daemon.send(newcomers[index].attach("talk"))
    }
    try demand(crowd.keyframes().isEmpty)
    for index in 0..<5 { crowd.daemon.send(crowd.clients[index].attach("talk", 100, 30)) }
    try demand(crowd.keyframes().isEmpty)
    // One viewer alone causes none, however often it attaches.
    for _ in 0..<5 { crowd.daemon.send(crowd.clients[10].attach("talk")) }
    try demand(crowd.keyframes().isEmpty)
    for (wait, count) in [(Duration.milliseconds(151), 0), (.milliseconds(150), 1)] {
      crowd.daemon.pass(.seconds(1))
      let index = count == 0 ? 20 : 30
      crowd.daemon.send(crowd.clients[index].attach("talk"))
      try demand(crowd.keyframes().isEmpty)
      crowd.daemon.pass(wait)
      crowd.daemon.send(crowd.clients[index + 1].attach("talk"))
      try demand(crowd.keyframes().count == count, "\(wait)")
    }
  }
}
