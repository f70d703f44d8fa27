import NavBase
import NavHost
import NavTestKit
import NavViewer
import NavWire

extension World {
  /// Starts a viewer.
  ///
  /// - Returns: its node.
  @discardableResult
  mutating func addViewer(_ size: CellSize, seed: UInt64) -> Int {
    let node = network.addNode(.local, at: now)
    var chance = SplitMix64(seed: ~seed)
    let fit: ViewerFit = chance.oneIn(3) ? .letterbox : .relayout
    if fit == .letterbox { count(.letterboxed) }
    viewers.append(
      SimulatedViewer(
        node: node,
        session: Self.session,
        content: library.content,
        size: size,
        fit: fit,
        generator: SplitMix64(seed: seed),
        now: now
      )
    )
    return node
  }

  /// Runs all entries of a schedule.
  mutating func suffer(_ schedule: Schedule) throws {
    for entry in schedule.entries {
      try run(until: Self.beginning + entry.time)
      var generator = SplitMix64(seed: entry.seed)
      try meet(entry, &generator)
    }
  }

  /// Performs an entry with the viewers present; if none is present, one joins instead.
  private mutating func meet(_ entry: Schedule.Entry, _ generator: inout SplitMix64) throws {
    if case .join(let size) = entry.incident {
      let viewer = addViewer(size, seed: generator.next())
      seats[seats.count] = viewer
      trace.add(incident: "#\(entry.pick) join of \(viewer) with \(size)", at: now)
      return
    }
    let present = present
    if entry.incident.viewer != nil, present.isEmpty {
      let size = generator.pick(Incident.sizes)
      let viewer = addViewer(size, seed: generator.next())
      trace.add(incident: "#\(entry.pick) nobody is there: join of \(viewer) with \(size)", at: now)
      return
    }
    let seats = seats
    let viewers = viewers
    let incident = entry.incident.played { seat in
      if let viewer = seats[seat], viewers[viewer].isPresent { return viewer }
      return present[seat % present.count]
    }
    trace.add(incident: "#\(entry.pick) \(incident)", at: now)
    try meet(incident, &generator)
  }

  private mutating func meet(_ incident: Incident, _ generator: inout SplitMix64) throws {
    switch incident {
    case .keys(let viewer, let keys):
      for key in keys { viewers[viewer].receive(.key(key), at: now) }
    case .hammer(let viewer, let keys, let pause): hammer(keys, by: viewer, pause: pause)
    case .drags(let drags): for drag in drags { self.drag(drag, &generator) }
    case .grab(let viewer, let keys, let time, let drag):
      for key in keys { viewers[viewer].receive(.key(key), at: now) }
      self.drag(drag, after: time, &generator)
    case .click(let viewer, let aim): click(aim, by: viewer, &generator)
    case .wheel(let viewer, let isUp): wheel(by: viewer, isUp: isUp, &generator)
    case .control(let viewer, let deed): viewers[viewer].perform(deed.command, at: now)
    case .resize(let viewer, let size):
      count(.resizes)
      viewers[viewer].resize(to: size, at: now)
    case .join: preconditionFailure("cannot let an unknown viewer join")
    case .leave(let viewer): viewers[viewer].leave(at: now)
    case .vanish(let viewer): vanish(viewer)
    case .weather(let viewer, let quality): network.setQuality(of: viewer, to: quality)
    case .cut(let viewer, let channel, let silence):
      count(.cuts)
      network.cut(viewer, channel, silence: silence, at: now)
    case .partition(let viewer, let time, let silence):
      count(.partitions)
      network.partition(viewer, for: time, silence: silence, at: now)
    case .stall(let viewer, let time):
      count(.stalls)
      viewers[viewer].stalledUntil = max(viewers[viewer].stalledUntil, now + time)
    case .restart(let time, let ending):
      if ending == .peace { count(.farewells) }
      try replaceDaemon(ending, downFor: time, seed: generator.next())
    case .crash(let point, let time, let ending):
      armedCrash = ArmedCrash(
        point: point,
        downFor: time,
        ending: ending,
        seed: generator.next(),
        patienceEnd: now + ArmedCrash.patience
      )
    case .refusal(let time): refusesUntil = max(refusesUntil, now + time)
    case .absence(let time, let ofPagesOnly):
      pagesAwayUntil = max(pagesAwayUntil, now + time)
      if !ofPagesOnly { contentAwayUntil = max(contentAwayUntil, now + time) }
    case .edit:
      count(.edits)
      library.edit()
      daemon.receive(.contentChanged, at: now)
    case .killSession: killSession(by: ClientID(random: &generator))
    }
  }

  /// Sends a request as `navclient kill` does, which repeats it when no answer comes.
  private mutating func killSession(by client: ClientID) {
    count(.sessionEnds)
    wasKilled = true
    let request = Request(id: 1, client: client, seq: 1, body: .killSession(.name(Self.session)))
    for _ in 0..<2 {
      daemon.receive(request.encoded(), from: Peer(envelope: [[0], []]), at: now)
    }
  }

  /// Ends all trouble and all typing; a pressed mouse button stays pressed.
  mutating func heal() {
    trace.add(incident: "quiet", at: now)
    network.heal(.local, at: now)
    isTroubled = false
    armedCrash = nil
    refusesUntil = .zero
    contentAwayUntil = .zero
    pagesAwayUntil = .zero
    // A file watcher notices that content can be read again.
    if library.edition > 0 { daemon.receive(.contentChanged, at: now) }
    hands = EventQueue()
    if let (_, landing) = landings.next() { landings.add(landing, at: now) }
    for viewer in viewers { viewer.stalledUntil = .zero }
  }
}
