import NavBase
import NavScene
import NavTestKit
import NavViewer
import NavWire

/// The production core of a viewer and the input for its next turn.
///
/// A turn works as in `Viewer.loop`.
final class SimulatedViewer {
  /// Its node in the network.
  let node: Int
  var core: ClientCore
  private(set) var size: CellSize
  let fit: ViewerFit
  /// The result of the viewer; nil while it runs.
  var exit: ClientExit?
  /// Whether the viewer was asked to leave, or killed.
  var hasLeft = false
  /// The viewer reads nothing before this time.
  var stalledUntil = Duration.zero
  /// The topic of the replica's stream.
  private(set) var streamTopic: [UInt8] = []
  /// The position in the scene book of the scene that it showed last.
  var shown: SceneArchive.Cursor?

  private var resize: CellSize?
  private var isLeaving = false
  private var inputs: [InputEvent] = []
  /// Commands about control, however they are typed.
  private var commands: [LocalCommand] = []
  private var events: [(channel: Channel, isConnected: Bool)] = []
  private var replies: [[UInt8]] = []
  private var publications: [(topic: [UInt8], bytes: [UInt8])] = []
  private var generator: SplitMix64
  private var turnAt: Duration?
  private(set) var wake: Duration
  /// The number of publications dropped while it read nothing.
  private(set) var overflows = 0

  /// The longest delay of the poll's return, in which more input can arrive.
  private static let latency = Duration.milliseconds(1)

  init(
    node: Int,
    session: String,
    content: ContentSpec,
    size: CellSize,
    fit: ViewerFit,
    generator: SplitMix64,
    now: Duration
  ) {
    var generator = generator
    self.node = node
    self.size = size
    self.fit = fit
    core = ClientCore(
      options: ClientCore.Options(
        session: session,
        content: content,
        isContentAsked: false,
        invitation: "join",
        fit: fit
      ),
      viewport: size,
      random: SplitMix64(seed: generator.next()),
      now: now
    )
    self.generator = generator
    wake = now
  }

  var isPresent: Bool { exit == nil && !hasLeft }

  /// When its next turn is due.
  var due: Duration { max(stalledUntil, min(wake, turnAt ?? wake)) }

  // MARK: Input

  func receive(_ event: InputEvent, at now: Duration) {
    inputs.append(event)
    wakeUp(at: now)
  }

  /// The user executes a command about who may move the session.
  func perform(_ command: LocalCommand, at now: Duration) {
    commands.append(command)
    wakeUp(at: now)
  }

  func resize(to size: CellSize, at now: Duration) {
    self.size = size
    resize = size
    wakeUp(at: now)
  }

  /// A signal asks the viewer to leave.
  func leave(at now: Duration) {
    isLeaving = true
    wakeUp(at: now)
  }

  func receive(_ channel: Channel, isConnected: Bool, at now: Duration) {
    events.append((channel, isConnected))
    wakeUp(at: now)
  }

  func receiveReply(_ bytes: [UInt8], at now: Duration) {
    replies.append(bytes)
    wakeUp(at: now)
  }

  /// - Parameters:
  ///   - bytes: a message.
  ///   - topic: the topic of the publication.
  ///   - limit: the capacity of both ends of a pipe while the viewer reads nothing.
  ///   - now: the time of its arrival.
  func receivePublication(
    _ bytes: [UInt8],
    on topic: [UInt8],
    limit: Int,
    at now: Duration
  ) {
    guard publications.count < limit else {
      overflows += 1
      return
    }
    publications.append((topic, bytes))
    wakeUp(at: now)
  }

  // MARK: Turn

  /// - Parameters:
  ///   - now: the time of the turn.
  ///   - isSubscribed: whether the SUB socket still delivers a topic.
  ///   - observe: called with every message before the core is; nil drops the message.
  /// - Returns: the actions to perform, in this order.
  /// - Throws: when bytes can't be decoded.
  func turn(
    at now: Duration,
    isSubscribed: ([UInt8]) -> Bool,
    observe: (LayoutMessage) throws -> LayoutMessage?
  ) throws -> [ClientAction] {
    turnAt = nil
    if let resize { core.resize(to: resize, at: now) }
    resize = nil
    if isLeaving { core.leave() }
    for event in inputs { core.receiveEvent(event, at: now) }
    inputs = []
    for command in commands { core.perform(partCommand: command, at: now) }
    commands = []
    // Only the input socket's monitor reports a connection to the core.
    for event in events {
      switch (event.channel, event.isConnected) {
      case (.input, true): core.connectionFound(at: now)
      case (.input, false), (.layout, false): core.connectionLost(at: now)
      case (.layout, true): break
      }
    }
    events = []
    for bytes in replies { core.receiveReply(try Reply(decoding: bytes), at: now) }
    replies = []
    for (topic, bytes) in publications where isSubscribed(topic) {
      guard let message = try observe(try LayoutMessage(decoding: bytes)) else { continue }
      receive(message, on: topic, at: now)
    }
    publications = []
    core.tick(at: now)
    return core.takeActions()
  }

  /// Passes a message to the core; an accepted snapshot starts a replica of another stream.
  private func receive(_ message: LayoutMessage, on topic: [UInt8], at now: Duration) {
    let before = core.connection
    core.receiveLayout(message, on: topic, at: now)
    guard case .snapshot = message, case .joining(let attached, _) = before else { return }
    // After an unusable snapshot it joins again, after a pause.
    if case .waiting = core.connection { return }
    streamTopic = attached.streamTopic
    // A running motion may go back by the snapshot's time of travel.
    shown = nil
  }

  /// Notes when it wakes up next, after its actions are performed and its screen is painted.
  func rest(at now: Duration) throws {
    // Without a deadline it waits for input.
    wake = core.nextWake(at: now) ?? .seconds(1_000_000_000)
    try demand(wake > now, "viewer \(node) spins")
  }

  private func wakeUp(at now: Duration) {
    if turnAt == nil { turnAt = now + generator.duration(upTo: Self.latency) }
  }
}
