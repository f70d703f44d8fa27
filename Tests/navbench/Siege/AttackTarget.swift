import NavBase
import NavProcessKit
import NavScene
import NavSystem
import NavWire
import ZeroMQ

/// The daemon under attack, as an attacking process sees it.
struct AttackTarget {
  let input: Endpoint
  let layout: Endpoint
  /// The daemon's directory, which also has the contents made for the attack.
  let folder: String
  /// The number of this process among those of the attack, from 0.
  let number: Int
  let end: Duration

  /// The session of the well-behaved viewer and driver.
  static let watched = SessionReference.name(Stage.session)
  /// A session that only attackers change.
  static let attacked = "attacked"

  var isOn: Bool { monotonicNow() < end }

  /// Prints numbers for the process that started this one.
  func report(_ tallies: Tallies) {
    for (name, number) in tallies.counts.sorted(by: { $0.key < $1.key }) {
      progress("tally \(name) \(number)")
    }
  }
}

/// What an attacker counts, by name.
struct Tallies {
  private(set) var counts: [String: Int] = [:]

  subscript(name: String) -> Int {
    get { counts[name] ?? 0 }
    set { counts[name] = newValue }
  }

  /// Counts replies by their kind.
  mutating func count(_ replies: [[UInt8]]) throws {
    for bytes in replies { self[try Reply(decoding: bytes).body.tally] += 1 }
  }

  mutating func add(_ other: Tallies) { counts.merge(other.counts, uniquingKeysWith: +) }
}

extension Reply.Body {
  /// The name under which an attacker counts the reply.
  var tally: String {
    switch self {
    case .accepted: "accepted"
    case .attached: "viewers"
    case .exported: "exports"
    case .snapshot: "snapshots"
    case .metrics: "metrics"
    case .failure(let failure): "\(failure.code)"
    default: "odd"
    }
  }
}

/// Returns the operation that shows a page of the attacked deck, counted from 0; numbers beyond the last page wrap
/// around.
func goTo(_ page: Int) -> Request.Input {
  Request.Input(
    session: .name(AttackTarget.attacked),
    action: .command(.goTo(1 + page % Deck.small.pages.count))
  )
}

/// A connection with many requests under way at a time.
final class Asker {
  private let context: Context
  private let socket: Socket
  private var poller = Poller()
  private var lastID: UInt64 = 0
  /// The requests without a reply.
  private(set) var inFlight = 0

  init(_ endpoint: Endpoint, options: [SocketOption] = []) throws {
    context = try Context()
    socket = try Socket(.dealer, in: context, options: [.sendHighWaterMark(0)] + options)
    try socket.connect(endpoint)
    poller.add(socket, token: 1, events: .readable)
  }

  /// Sends a request that gets a reply.
  func send(_ body: Request.Body, client: ClientID = .none, seq: UInt64 = 0) throws {
    lastID += 1
    try send(Request(id: lastID, client: client, seq: seq, body: body))
  }

  func send(_ request: Request) throws {
    lastID = request.id
    if try socket.send([[], request.encoded()]) { inFlight += 1 }
  }

  /// Returns the bytes of all replies that have arrived, waiting for the first one.
  func take(within time: Duration) throws -> [[UInt8]] {
    guard try poller.wait(timeout: time) > 0 else { return [] }
    var replies: [[UInt8]] = []
    while let bytes = try socket.receive()?.last { replies.append(bytes) }
    inFlight -= replies.count
    return replies
  }

  /// Returns the reply of the last request, and drops those of earlier ones; nil if it does not arrive in time.
  func answer(within time: Duration = .seconds(20)) throws -> Reply.Body? {
    let end = monotonicNow() + time
    while monotonicNow() < end {
      for bytes in try take(within: end - monotonicNow()) {
        let reply = try Reply(decoding: bytes)
        if reply.id == lastID { return reply.body }
      }
    }
    return nil
  }

  /// Sends a request again until it is not refused because of its rate, and returns its reply; nil if none arrives in time.
  func perform(
    _ request: Request,
    within limit: Duration = .seconds(60)
  ) throws -> Reply.Body? {
    let end = monotonicNow() + limit
    while monotonicNow() < end {
      try send(request)
      let answer = try answer()
      guard case .failure(let failure) = answer, failure.code == .slowDown else { return answer }
      // Sends nothing meanwhile, as the daemon has demanded.
      let pause = monotonicNow() + failure.wait
      while monotonicNow() < pause { _ = try take(within: pause - monotonicNow()) }
    }
    return nil
  }
}

/// A client with a connection of its own that sends one operation after the other.
final class OperatingClient {
  private let asker: Asker
  private let client = ClientID.random()
  private var lastSeq: UInt64 = 0

  init(_ endpoint: Endpoint) throws { asker = try Asker(endpoint) }

  /// Sends an operation, and returns its reply as `Asker.perform` does.
  func perform(_ body: Request.Body) throws -> Reply.Body? {
    lastSeq += 1
    return try asker.perform(Request(id: lastSeq, client: client, seq: lastSeq, body: body))
  }
}

extension RawPeer {
  /// Connects without sending anything.
  ///
  /// - Parameters:
  ///   - endpoint: the daemon's endpoint.
  ///   - source: over TCP: the last number of the address 127.0.0.N of this end.
  /// - Returns: nil if the daemon does not accept it.
  static func silent(at endpoint: Endpoint, from source: Int = 1) -> RawPeer? {
    let port = "\(endpoint)".split(separator: ":").last.flatMap { UInt16($0) }
    let address = endpoint.path.map { Address.path($0) } ?? port.map { .port($0) }
    return address.flatMap { try? RawPeer($0, from: UInt8(source)) }
  }

  /// Connects and shakes hands as a subscriber, which reads nothing afterwards.
  ///
  /// - Returns: nil if the daemon does not accept it.
  static func subscriber(at endpoint: Endpoint) -> RawPeer? {
    guard let peer = silent(at: endpoint),
      (try? peer.greet(as: "SUB", within: .seconds(2))) == true
    else { return nil }
    return peer
  }
}
