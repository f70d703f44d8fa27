import NavTestKit
import NavViewer
import NavWire
import Testing

@Suite("Several addresses of one daemon")
struct AddressRaceTests {
  /// Returns the steps at a time, up to the first one that waits or ends.
  private func steps(_ race: inout AddressRace, at now: Duration) -> [AddressRace.Step] {
    var steps: [AddressRace.Step] = []
    while steps.count < 20 {
      let step = race.next(at: now)
      steps.append(step)
      switch step {
      case .wait, .end: return steps
      case .start, .giveUp: continue
      }
    }
    return steps
  }

  @Test("each address has a head start of 250 ms before the next one")
  func stagger() {
    var race = AddressRace(3, at: .zero)
    #expect(steps(&race, at: .zero) == [.start(0), .wait(until: .milliseconds(250))])
    #expect(steps(&race, at: .milliseconds(100)) == [.wait(until: .milliseconds(250))])
    #expect(
      steps(&race, at: .milliseconds(250)) == [.start(1), .wait(until: .milliseconds(500))]
    )
    #expect(steps(&race, at: .milliseconds(510)) == [.start(2), .wait(until: .seconds(5))])
  }

  @Test("a failure lets the next one begin at once, and the last failure ends it")
  func failures() {
    var race = AddressRace(2, at: .zero)
    _ = steps(&race, at: .zero)
    race.failed(0, at: .milliseconds(10))
    #expect(
      steps(&race, at: .milliseconds(10)) == [.start(1), .wait(until: .milliseconds(5_010))]
    )
    race.failed(1, at: .milliseconds(20))
    #expect(steps(&race, at: .milliseconds(20)) == [.end])
  }

  @Test("an address that says nothing is given up after 5 s")
  func silence() {
    var race = AddressRace(2, at: .zero)
    _ = steps(&race, at: .zero)
    _ = steps(&race, at: .milliseconds(250))
    #expect(
      steps(&race, at: .seconds(5)) == [.giveUp(0), .wait(until: .milliseconds(5_250))]
    )
    #expect(steps(&race, at: .milliseconds(5_250)) == [.giveUp(1), .end])
  }

  @Test("without an address there is nothing to do")
  func none() {
    var race = AddressRace(0, at: .zero)
    #expect(steps(&race, at: .zero) == [.end])
  }
}

@Suite("The addresses of an invitation, at which a viewer looks for its daemon in turn")
struct AddressRotationTests {
  private let office: TCPAddress
  private let home: TCPAddress
  private let abroad: TCPAddress

  init() throws {
    office = try #require(TCPAddress("tcp://192.0.2.7:7100"))
    home = try #require(TCPAddress("tcp://navd.example:7100"))
    abroad = try #require(TCPAddress("tcp://[2001:db8::7]:7100"))
  }

  @Test("each address has its turn, then the first one again")
  func turns() {
    var rotation = AddressRotation(office, or: [home, abroad])
    #expect(rotation.count == 3)
    #expect(rotation.current == office)
    #expect(rotation.next() == home)
    #expect(rotation.current == home)
    #expect(rotation.next() == abroad)
    #expect(rotation.next() == office)
  }

  @Test("a single address is kept, also if it is named twice")
  func single() {
    var rotation = AddressRotation(office, or: [office])
    #expect(rotation.count == 1)
    #expect(rotation.next() == office)
    #expect(rotation.handshakeSucceeded() == nil)
  }

  @Test("the first handshake at another address is told, once")
  func confirmation() {
    var rotation = AddressRotation(office, or: [home])
    #expect(rotation.handshakeSucceeded() == nil)
    _ = rotation.next()
    #expect(rotation.handshakeSucceeded() == home)
    #expect(rotation.handshakeSucceeded() == nil)
    // The daemon is found where it was before.
    _ = rotation.next()
    _ = rotation.next()
    #expect(rotation.handshakeSucceeded() == nil)
    _ = rotation.next()
    #expect(rotation.handshakeSucceeded() == office)
  }
}

@Suite("Connections that are made anew because libzmq does it no more")
struct ConnectionRenewalTests {
  @Test("a socket that is disconnected for 10 s is connected anew, again and again")
  func renewal() {
    var renewal = ConnectionRenewal()
    #expect(renewal.nextWake == nil)
    renewal.disconnected(.input, at: .seconds(1))
    // Another end, of a further attempt, changes nothing.
    renewal.disconnected(.input, at: .seconds(9))
    #expect(renewal.nextWake == .seconds(11))
    let early = renewal.tick(at: .seconds(10))
    #expect(!early)
    let due = renewal.tick(at: .seconds(11))
    #expect(due && renewal.nextWake == .seconds(21))
    let again = renewal.tick(at: .seconds(22))
    #expect(again && renewal.nextWake == .seconds(32))
  }

  @Test("each socket needs a handshake of its own")
  func handshakes() {
    var renewal = ConnectionRenewal()
    renewal.disconnected(.input, at: .seconds(1))
    renewal.disconnected(.layout, at: .seconds(2))
    renewal.handshakeSucceeded(.input)
    #expect(renewal.nextWake == .seconds(12))
    renewal.handshakeSucceeded(.layout)
    #expect(renewal.nextWake == nil)
    let idle = renewal.tick(at: .seconds(100))
    #expect(!idle)
  }

  @Test("after a restart both sockets are waited for")
  func restart() {
    var renewal = ConnectionRenewal()
    renewal.restarted(at: .seconds(1))
    renewal.handshakeSucceeded(.layout)
    #expect(renewal.nextWake == .seconds(11))
    renewal.handshakeSucceeded(.input)
    #expect(renewal.nextWake == nil)
  }
}

@Suite("The keys of a daemon that is replacing its key (proto/README.md: A new key)")
struct ServerKeyTests {
  private typealias Succession = KnownServers.Succession

  private static func key(_ number: UInt8) -> PeerKey {
    guard let key = PeerKey([UInt8](repeating: number, count: 32)) else { fatalError("no key") }
    return key
  }

  private static let (a, b, c) = (key(1), key(2), key(3))

  // MARK: The choice of a viewer

  @Test("after the switch the next key is tried, and the old one is trusted no longer")
  func switched() {
    var choice = ServerKeyChoice(expecting: Self.a, or: [])
    #expect(choice.handshakeSucceeded() == [])
    #expect(choice.learn(Self.b) == [.record(Succession(Self.a, next: Self.b))])
    #expect(choice.expected == Self.a && choice.nextWake == nil)
    #expect(choice.handshakeFailed(at: .seconds(1)) == [.disconnect])
    // The events of the old connection are of no meaning any more.
    #expect(choice.handshakeFailed(at: .seconds(1)) == [])
    let wake = choice.nextWake ?? .zero
    #expect(wake > .seconds(1) && wake < .seconds(2))
    #expect(choice.tick(at: .seconds(1)) == [])
    #expect(choice.tick(at: wake) == [.connect(Self.b)])
    #expect(choice.nextWake == nil)
    let record = Succession(Self.a, next: Self.b, isSwitched: true)
    #expect(choice.handshakeSucceeded() == [.record(record)])
    // From now on only b.
    for _ in 0..<3 {
      _ = choice.handshakeFailed(at: .seconds(2))
      #expect(choice.tick(at: .seconds(60)) == [.connect(Self.b)])
    }
  }

  @Test("a daemon that ends in a handshake is found again under its key")
  func crash() {
    var choice = ServerKeyChoice(expecting: Self.a, or: [Self.b])
    #expect(choice.handshakeFailed(at: .zero) == [.disconnect])
    #expect(choice.tick(at: .seconds(1)) == [.connect(Self.b)])
    #expect(choice.handshakeFailed(at: .seconds(1)) == [.disconnect])
    #expect(choice.tick(at: .seconds(2)) == [.connect(Self.a)])
    #expect(choice.handshakeSucceeded() == [])
    #expect(choice.expected == Self.a)
  }

  @Test("with none of the keys the pauses grow, and the user is told once")
  func unknown() {
    var choice = ServerKeyChoice(expecting: Self.a, or: [])
    var (now, pauses, reports) = (Duration.zero, [Duration](), 0)
    for _ in 0..<9 {
      for action in choice.handshakeFailed(at: now) where action == .reportOtherKey(Self.a) {
        reports += 1
      }
      let wake = choice.nextWake ?? now
      pauses.append(wake - now)
      now = wake
      #expect(choice.tick(at: now) == [.connect(Self.a)])
    }
    #expect(pauses.first == .milliseconds(100) && pauses.last == .seconds(5))
    #expect(pauses == pauses.sorted() && reports == 1)
  }

  @Test("an address is given up after two rounds of its keys; the user is told after all of them")
  func addresses() {
    var choice = ServerKeyChoice(expecting: Self.a, or: [Self.b], addresses: 2)
    var (now, refusals, reports) = (Duration.zero, [Int](), [Int]())
    #expect(!choice.isRefused)
    for failure in 1...12 {
      let actions = choice.handshakeFailed(at: now)
      if actions.contains(.reportOtherKey(Self.a)) { reports.append(failure) }
      if choice.isRefused { refusals.append(failure) }
      now = choice.nextWake ?? now
      let next = choice.tick(at: now)
      #expect(next == [.connect(choice.expected)])
    }
    #expect(refusals == [4, 8, 12] && reports == [8])
    #expect(choice.handshakeSucceeded() == [])
    #expect(!choice.isRefused)
  }

  @Test("another announcement takes the place of an earlier one, and the own key is none")
  func announcements() {
    var choice = ServerKeyChoice(expecting: Self.a, or: [])
    #expect(choice.learn(Self.a) == [])
    _ = choice.learn(Self.b)
    #expect(choice.learn(Self.c) == [.record(Succession(Self.a, next: Self.c))])
    _ = choice.handshakeFailed(at: .zero)
    #expect(choice.tick(at: .seconds(1)) == [.connect(Self.c)])
  }

  // MARK: The file

  @Test("the keys that follow are added to those of the user, up to a limit")
  func following() {
    var known = KnownServers()
    #expect(known.keys(following: ServerKeys(Self.a)) == [Self.a])
    let recorded1 = known.record(Succession(Self.a, next: Self.b))
    #expect(recorded1)
    let recorded2 = known.record(Succession(Self.a, next: Self.b))
    #expect(!recorded2)
    #expect(known.keys(following: ServerKeys(Self.a)) == [Self.a, Self.b])
    #expect(known.keys(following: ServerKeys(Self.b)) == [Self.b])
    #expect(known.keys(following: ServerKeys(Self.a, next: Self.b)) == [Self.a, Self.b])
    let recorded3 = known.record(Succession(Self.a, next: Self.b, isSwitched: true))
    #expect(recorded3)
    #expect(known.keys(following: ServerKeys(Self.a)) == [Self.b])
    // A switch is not undone.
    let recorded4 = known.record(Succession(Self.a, next: Self.b))
    #expect(!recorded4)
    let recorded5 = known.record(Succession(Self.b, next: Self.a))
    #expect(recorded5)
    #expect(!known.keys(following: ServerKeys(Self.a)).isEmpty)
    for number in 4..<40 {
      _ = known.record(Succession(Self.key(UInt8(number)), next: Self.key(UInt8(number + 1))))
    }
    #expect(known.successions.count == KnownServers.limit)
    let longest = known.keys(following: ServerKeys(Self.key(20)))
    #expect(longest.count == KnownServers.keyLimit && longest.last == Self.key(40))
  }

  @Test("the text is read again as it was, and damage changes nothing else")
  func text() throws {
    let lines = [
      Succession(Self.a, next: Self.b), Succession(Self.b, next: Self.c, isSwitched: true),
    ]
    let known = KnownServers(lines)
    #expect(KnownServers(parsing: known.text) == known)
    #expect(KnownServers(parsing: known.text + "and so on\n\(Self.a)\n\r\n") == known)
    #expect(KnownServers(parsing: "\(Self.a) \(Self.a)\n").successions.isEmpty)
    #expect(KnownServers(parsing: "\(Self.a) \(Self.b) soon\n").successions.isEmpty)
    // The whole file fits into what is read of one.
    #expect(known.text.utf8.count / 2 * KnownServers.limit < 4 << 10)
    let bytes = Array(known.text.utf8)
    try forSeeds(0..<300) { random in
      var changed = bytes
      changed[random.int(in: 0...changed.count - 1)] = UInt8(random.int(in: 0...255))
      let read = KnownServers(parsing: String(decoding: changed, as: UTF8.self))
      try demand(KnownServers(parsing: read.text) == read)
    }
  }
}
