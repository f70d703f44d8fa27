import NavBase
import NavTestKit
import NavWire
import Testing

@testable import NavHost

@Suite("Laws of control (proto/README.md: Control)")
struct ControlLawTests {
  /// Six viewers, and the scripts of two machines.
  private static let everybody: [Participant] =
    (1...6).map { number in
      var generator = SplitMix64(seed: UInt64(number))
      let client = ClientID(random: &generator)
      return Participant(.viewer(client), name: ViewerName(known: "viewer \(number)"))
    } + [
      Participant(.scripts(address: nil), name: .scripts),
      Participant(.scripts(address: "10.0.0.1"), name: .scripts),
    ]

  private static func check(_ control: Control, _ step: String) throws {
    let identities = control.requests.map(\.identity)
    try demand(Set(identities).count == identities.count, "\(step): a request counts twice")
    try demand(identities.count <= ControlState.maximumRequests, "\(step): too many requests")
    switch control.driver {
    case nil: try demand(identities.isEmpty, "\(step): somebody waits, and nobody drives")
    case let driver?:
      try demand(control.policy != .open, "\(step): a driver where everybody may move")
      try demand(!identities.contains(driver.identity), "\(step): the driver asks")
    }
    let moving = everybody.filter { control.mayMove($0.identity) }
    let most = control.policy == .open ? everybody.count : 1
    try demand(moving.count <= most, "\(step): \(moving.count) may move")
    try demand(
      try ControlState(decoding: control.state.encoded()) == control.state,
      "\(step): stored differently"
    )
  }

  private static func change(
    _ control: inout Control,
    _ random: inout SplitMix64,
    at now: Duration
  ) -> String {
    let one = random.pick(everybody)
    switch random.int(in: 0...9) {
    case 0, 1, 2:
      guard control.policy == .request else { return "no request" }
      _ = control.request(by: one, at: now)
      return "\(one.name) asks"
    case 3:
      guard control.policy != .open else { return "no grant" }
      control.give(to: one, at: now)
      return "\(one.name) gets control"
    case 4:
      control.deny(one.identity)
      return "\(one.name) is refused"
    case 5:
      _ = control.release(one.identity, at: now)
      return "\(one.name) leaves"
    case 6:
      let policy = random.pick(ControlPolicy.allCases)
      control.set(policy, driver: random.oneIn(2) ? one : nil, at: now)
      return "\(policy)"
    case 7:
      control.expect(one.identity, at: now)
      return "\(one.name) is expected back"
    case 8:
      _ = control.noteAttached(one)
      return "\(one.name) is back"
    default:
      control.noteMove(at: now)
      return "a move"
    }
  }

  @Test("at most one drives, nobody waits for nobody, and everything survives storing")
  func invariants() throws {
    try forSeeds(0..<300) { random in
      var control = Control(policy: random.pick(ControlPolicy.allCases))
      var now = Duration.seconds(100)
      let idle = random.oneIn(2) ? Duration.seconds(10) : nil
      for number in 0..<60 {
        let step = Self.change(&control, &random, at: now)
        try Self.check(control, "\(number) \(step)")
        now += .milliseconds(random.int(in: 0...4_000))
        _ = control.expire(idleRelease: idle, at: now)
        try Self.check(control, "\(number) time")
        if random.oneIn(20) {
          control = Control(restoring: control.state, at: now)
          try Self.check(control, "\(number) restart")
        }
      }
    }
  }

  @Test("what is due by its own time happens then, so nobody who is gone keeps control")
  func progress() throws {
    try forSeeds(0..<300) { random in
      var control = Control(policy: .request)
      var now = Duration.seconds(100)
      for _ in 0..<20 { _ = Self.change(&control, &random, at: now) }
      // From now on nobody does anything, and everybody is gone.
      for one in Self.everybody { control.expect(one.identity, at: now) }
      var steps = 0
      while let next = control.nextChange(idleRelease: nil) {
        try demand(next >= now, "due in the past")
        now = max(next, now)
        _ = control.expire(idleRelease: nil, at: now)
        steps += 1
        try demand(steps < 100, "it never ends: \(control)")
      }
      try demand(control.driver == nil && control.requests.isEmpty, "\(control)")
    }
  }

  @Test("a restart brings back who drove, who has 6 s to attach again")
  func restart() {
    let (ada, bob) = (Self.everybody[0], Self.everybody[1])
    var control = Control(policy: .request)
    _ = control.request(by: ada, at: .zero)
    _ = control.request(by: bob, at: .zero)
    for (back, driver) in [(true, ada), (false, bob)] {
      var restored = Control(restoring: control.state, at: .seconds(10))
      #expect(restored.driver == ada && restored.requests == [bob])
      _ = restored.noteAttached(bob)
      if back { _ = restored.noteAttached(ada) }
      _ = restored.expire(idleRelease: nil, at: .milliseconds(15_999))
      #expect(restored.driver == ada)
      _ = restored.expire(idleRelease: nil, at: .seconds(16))
      #expect(restored.driver == driver)
    }
  }

  @Test("scripts lose control 60 s after their last move, viewers only where a time is set")
  func idle() {
    let (ada, scripts) = (Self.everybody[0], Self.everybody[6])
    let cases: [(Participant, idle: Duration?, until: Duration?)] = [
      (ada, nil, nil), (ada, .seconds(30), .seconds(40)), (scripts, nil, .seconds(70)),
      (scripts, .seconds(30), .seconds(40)), (scripts, .seconds(300), .seconds(70)),
    ]
    for (participant, idle, until) in cases {
      var control = Control(policy: .locked)
      control.give(to: participant, at: .zero)
      control.noteMove(at: .seconds(10))
      #expect(control.nextChange(idleRelease: idle) == until)
      let before = until.map { $0 - .nanoseconds(1) } ?? .seconds(100_000)
      let isEarly = control.expire(idleRelease: idle, at: before)
      #expect(!isEarly && control.driver == participant)
      guard let until else { continue }
      let isDue = control.expire(idleRelease: idle, at: until)
      #expect(isDue && control.driver == nil)
    }
  }

  @Test("32 may ask, and not one more")
  func limit() {
    func viewer(_ number: Int) -> Participant {
      var generator = SplitMix64(seed: UInt64(number + 1_000))
      return Participant(
        .viewer(ClientID(random: &generator)),
        name: ViewerName(known: "\(number)")
      )
    }
    var control = Control(policy: .request)
    for number in 0...32 {
      let isNoted = control.request(by: viewer(number), at: .zero)
      #expect(isNoted, "\(number)")
    }
    let isNoted = control.request(by: viewer(33), at: .zero)
    #expect(!isNoted && control.requests.count == 32)
    // Somebody who asks already is no further one.
    let isKnown = control.request(by: viewer(32), at: .zero)
    #expect(isKnown)
  }

  @Test("a stored state of a later version gives nobody more than it may have given")
  func laterVersion() throws {
    // Policy 9.
    #expect(try ControlState(decoding: [8, 9]).policy == .locked)
    #expect(try ControlState(decoding: []) == ControlState())
    #expect(ControlState().encoded().isEmpty)
    #expect(throws: WireError.self) { try ControlState(decoding: [18, 0]) }
  }
}
