import NavGeometry
import NavInput
import NavTestKit
import NavWire

@testable import NavClient
@testable import NavDaemon

extension World {
  mutating func addViewer(_ size: CellSize) {
    let node = network.addNode(.local, at: now)
    viewers.append(
      SimulatedViewer(
        node: node,
        session: Self.session,
        content: library.content,
        size: size,
        generator: SplitMix64(seed: generator.next()),
        now: now
      )
    )
  }

  /// Lets so many things happen, with pauses between them.
  mutating func suffer(_ count: Int) throws {
    for _ in 0..<count {
      try run(for: generator.pause())
      let present = present
      if present.isEmpty {
        addViewer(generator.pick(Incident.sizes))
      } else {
        try meet(Incident(among: present, &generator))
      }
    }
  }

  mutating func meet(_ incident: Incident) throws {
    trace.add(incident: "\(incident)", at: now)
    switch incident {
    case .keys(let viewer, let keys):
      for key in keys { viewers[viewer].receive(.key(key), at: now) }
    case .hammer(let viewer, let keys, let pause): hammer(keys, by: viewer, pause: pause)
    case .drags(let drags): for drag in drags { self.drag(drag) }
    case .grab(let viewer, let keys, let time, let drag):
      for key in keys { viewers[viewer].receive(.key(key), at: now) }
      self.drag(drag, after: time)
    case .click(let viewer, let aim): click(aim, by: viewer)
    case .wheel(let viewer, let isUp): wheel(by: viewer, isUp: isUp)
    case .resize(let viewer, let size): viewers[viewer].resize(to: size, at: now)
    case .join(let size): addViewer(size)
    case .leave(let viewer): viewers[viewer].leave(at: now)
    case .vanish(let viewer): vanish(viewer)
    case .weather(let viewer, let quality): network.setQuality(of: viewer, to: quality)
    case .cut(let viewer, let channel, let silence):
      network.cut(viewer, channel, silence: silence, at: now)
    case .partition(let viewer, let time, let silence):
      network.partition(viewer, for: time, silence: silence, at: now)
    case .stall(let viewer, let time):
      viewers[viewer].stalledUntil = max(viewers[viewer].stalledUntil, now + time)
    case .restart(let time, let isPeaceful): try restart(downFor: time, isPeaceful)
    case .killSession: killSession()
    }
  }

  /// Another daemon takes the place of the one that was there, and knows nothing.
  private mutating func restart(downFor time: Duration, _ isPeaceful: Bool) throws {
    if isPeaceful { try perform(daemon.core.stop()) }
    epoch += 1
    network.restartServer(downFor: time, lingers: isPeaceful, at: now)
    daemon = SimulatedDaemon(
      epoch: epoch,
      generator: SplitMix64(seed: generator.next()),
      now: now + time
    )
  }

  /// As `navclient kill` does, which sends its request again when no answer comes.
  private mutating func killSession() {
    wasKilled = true
    let request = Request(
      id: 1,
      client: ClientID(random: &generator),
      seq: 1,
      body: .killSession(.name(Self.session))
    )
    for _ in 0..<2 {
      daemon.receive(request.encoded(), from: Peer(envelope: [[0], []]), at: now)
    }
  }

  /// Everything heals; nothing is typed any more, and a button that is down stays down.
  mutating func heal() {
    trace.add(incident: "quiet", at: now)
    network.heal(.local, at: now)
    isTroubled = false
    hands = EventQueue()
    for viewer in viewers { viewer.stalledUntil = .zero }
  }
}
