import NavBase
import NavScene
import NavWire
import ZeroMQ

/// A client that sends operations to a session at a given rate and records the replies.
///
/// Its operations are numbered. Those without a reply are sent again in order, after a growing pause, and at once when
/// the daemon is back (proto/README.md: Input, exactly once).
final class Sender: Member {
  /// An operation accepted by the daemon.
  struct Accepted {
    let command: SessionCommand
    /// The session's version after it.
    let version: UInt64
    /// The time at which it was first sent.
    let sentAt: Duration
    let answeredAt: Duration
    let isDurable: Bool
  }

  private struct Unanswered {
    let seq: UInt64
    let bytes: [UInt8]
    let command: SessionCommand
    let sentAt: Duration
  }

  /// The accepted operations, in the order of the replies.
  private(set) var ledger: [Accepted] = []
  /// The reasons of rejected operations.
  private(set) var refusals: [String] = []
  /// The number of `slow_down` replies.
  private(set) var slowDowns = 0
  private var unanswered: [Unanswered] = []
  private var lastSeq: UInt64 = 0
  private var resendAt: Duration?
  private var pause: Duration

  private let client = ClientID.random()
  private let session: SessionReference
  private let firstPause: Duration
  private let input: Socket
  private let events: Socket

  /// The protocol's limit of operations in flight.
  static let mostInFlight = 32
  static let sockets = 2
  private static let longestPause = Duration.seconds(5)

  init(of daemon: Navd, session: SessionReference, in context: Context) throws {
    self.session = session
    firstPause = daemon.input.path == nil ? .milliseconds(2_500) : .milliseconds(250)
    pause = firstPause
    input = try Socket(
      .dealer,
      in: context,
      options: [
        .immediate(true), .reconnectInterval(.milliseconds(80)),
        .heartbeatInterval(.seconds(1)), .heartbeatTimeout(.seconds(3)),
      ]
    )
    events = try input.monitor([.handshakeSucceeded])
    try input.connect(daemon.input)
  }

  var inFlight: Int { unanswered.count }

  /// Sends the next operation; the caller observes `mostInFlight`.
  func send(_ command: SessionCommand, at now: Duration) throws {
    precondition(inFlight < Self.mostInFlight, "cannot have more operations in flight")
    lastSeq += 1
    let body = Request.Input(session: session, action: .command(command))
    let request = Request(id: lastSeq, client: client, seq: lastSeq, body: .input(body))
    let operation = Unanswered(
      seq: lastSeq,
      bytes: request.encoded(),
      command: command,
      sentAt: now
    )
    unanswered.append(operation)
    if resendAt == nil { resendAt = now + pause }
    _ = try input.send([[], operation.bytes])
  }

  func enter(_ poller: inout Poller, firstToken: Int) {
    poller.add(input, token: firstToken, events: .readable)
    poller.add(events, token: firstToken + 1, events: .readable)
  }

  func step(at now: Duration) throws {
    while try events.receiveEvent() != nil { resendAt = now }
    while let frames = try input.receive() {
      guard let bytes = frames.last else { continue }
      try receive(try Reply(decoding: bytes), at: now)
    }
    guard let resendAt, now >= resendAt else { return }
    guard !unanswered.isEmpty else {
      self.resendAt = nil
      return
    }
    self.resendAt = now + pause
    pause = min(pause * 2, Self.longestPause)
    for operation in unanswered { _ = try input.send([[], operation.bytes]) }
  }

  private func receive(_ reply: Reply, at now: Duration) throws {
    guard let index = unanswered.firstIndex(where: { $0.seq == reply.seq }) else { return }
    let operation = unanswered[index]
    switch reply.body {
    case .accepted(let version, _):
      ledger.append(
        Accepted(
          command: operation.command,
          version: version,
          sentAt: operation.sentAt,
          answeredAt: now,
          isDurable: reply.isDurable
        )
      )
    case .failure(let failure):
      switch failure.code {
      case .slowDown:
        slowDowns += 1
        resendAt = now + failure.wait
        return
      case .outOfOrder where index == 0 && failure.expected < reply.seq:
        // All earlier operations have their replies.
        throw BenchError(
          "navd has lost what it acknowledged: it waits for \(failure.expected) again"
        )
      case .outOfOrder:
        // An earlier operation was lost; it is sent again with the others.
        return
      case .unknownClient where index > 0:
        return
      case .unknownClient, .clientIDConflict:
        throw BenchError("navd does not know what it answered before: \(failure.text)")
      default:
        refusals.append(failure.text)
      }
    default:
      throw BenchError("navd answers an input with something else")
    }
    unanswered.remove(at: index)
    pause = firstPause
    resendAt = unanswered.isEmpty ? nil : now + pause
  }
}
