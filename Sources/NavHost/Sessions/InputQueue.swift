import NavBase
import NavEngine
import NavScene
import NavWire

/// The inputs of a session, which are performed in their order even if one has to wait for a page to be read.
package struct InputQueue: Sendable {
  private enum State: Sendable {
    /// Inputs are performed at once.
    case ready
    /// An operation waits for a page; later inputs wait behind it.
    indirect case reading(PendingPageLoad)
    /// A worker applies content that was read again; inputs wait for its end.
    case succeeding(ticket: UInt64)
  }

  private var state = State.ready
  private var waiting: [WaitingInput] = []

  /// The operation that waits for a page; nil if none does.
  var pageLoad: PendingPageLoad? {
    switch state {
    case .ready, .succeeding: nil
    case .reading(let load): load
    }
  }

  /// Whether a page is being read for an operation, or a worker has the model.
  package var isReading: Bool {
    switch state {
    case .ready: false
    case .reading, .succeeding: true
    }
  }

  /// Whether no input waits behind an operation.
  package var isEmpty: Bool { waiting.isEmpty }

  /// The requests that are answered if the session ends, in their order.
  var requests: [PendingRequest] {
    [pageLoad?.pending].compactMap(\.self) + waiting.map(\.pending)
  }

  /// Lets an input wait behind the operation in progress.
  ///
  /// - Returns: false at the limit, `DaemonLimits.waitingInputs`.
  mutating func wait(_ input: WaitingInput) -> Bool {
    guard waiting.count < DaemonLimits.waitingInputs else { return false }
    waiting.append(input)
    return true
  }

  /// Lets an operation wait for a page.
  mutating func beginLoad(_ load: PendingPageLoad) {
    state = .reading(load)
  }

  /// Ends waiting for a page.
  ///
  /// - Parameter ticket: the ticket of the page load.
  /// - Returns: the operation that waited for it; nil if none did.
  mutating func endLoad(_ ticket: UInt64) -> PendingPageLoad? {
    guard case .reading(let load) = state, load.ticket == ticket else { return nil }
    state = .ready
    return load
  }

  /// Lets inputs wait while a worker applies content that was read again.
  mutating func beginSuccession(_ ticket: UInt64) {
    state = .succeeding(ticket: ticket)
  }

  /// Ends that.
  ///
  /// - Returns: false if no such work is in progress.
  mutating func endSuccession(_ ticket: UInt64) -> Bool {
    guard case .succeeding(ticket) = state else { return false }
    state = .ready
    return true
  }

  // MARK: Searches

  /// How far the search of a large text is for which the operation waits; nil for none.
  var progress: SearchProgress? { pageLoad?.progress }

  /// Notes that the search with a ticket goes on.
  mutating func noteProgress(_ progress: SearchProgress, of ticket: UInt64, at now: Duration) {
    guard case .reading(var load) = state, load.ticket == ticket else { return }
    (load.progress, load.movedAt) = (progress, now)
    state = .reading(load)
  }

  /// Notes that a client has sent an operation again.
  ///
  /// - Returns: how far it is, for people; nil if it is not in progress here.
  mutating func noteRepetition(of pending: PendingRequest, at now: Duration) -> String? {
    guard case .reading(var load) = state, load.pending.isRepeated(by: pending) else {
      let waits = waiting.contains { $0.pending.isRepeated(by: pending) }
      return waits ? "waiting for earlier work" : nil
    }
    (load.askedAt, load.repetition) = (now, pending)
    state = .reading(load)
    return load.work
  }

  /// Ends the search of a large text, and the searches that wait behind an operation.
  ///
  /// - Parameter isMeant: whether a request is meant.
  /// - Returns: the search that was in progress, and the requests of those that waited.
  mutating func endSearches(
    where isMeant: (PendingRequest) -> Bool
  ) -> (search: PendingPageLoad?, waiting: [PendingRequest]) {
    var search: PendingPageLoad?
    if let load = pageLoad, load.isSearch, isMeant(load.pending) {
      search = load
      state = .ready
    }
    let ended = waiting.filter { $0.input.action.searches && isMeant($0.pending) }
    waiting.removeAll { $0.input.action.searches && isMeant($0.pending) }
    return (search, ended.map(\.pending))
  }

  /// Removes and returns the next waiting input; nil if there is none, or while a page is being read.
  mutating func next() -> WaitingInput? {
    switch state {
    case .ready: waiting.isEmpty ? nil : waiting.removeFirst()
    case .reading, .succeeding: nil
    }
  }
}

/// An operation that waits for a worker: for a page to be read, or for all of it to be run.
struct PendingPageLoad: Sendable {
  let ticket: UInt64
  let pending: PendingRequest
  var operation: SessionOperation
  /// The label of the page; nil if the operation itself is run.
  let label: String?
  /// Whether a large text is searched for the page, or a large content for words.
  let isSearch: Bool
  /// When it began, or when the search was heard of last.
  var movedAt: Duration
  /// When its client has sent the operation last.
  var askedAt: Duration
  /// The last one of those after the first; nil for none.
  var repetition: PendingRequest?
  /// How far the search is; nil at first.
  var progress: SearchProgress?

  /// Creates an operation that waits for a page or, without one, that a worker runs.
  init(
    _ request: PageRequest? = nil,
    ticket: UInt64,
    for operation: SessionOperation,
    _ pending: PendingRequest,
    at now: Duration
  ) {
    self.ticket = ticket
    self.pending = pending
    self.operation = operation
    label = request?.label
    let searches =
      if case .input(let input) = pending.request.body { input.action.searches } else { false }
    isSearch = request?.isSearch ?? searches
    (movedAt, askedAt) = (now, now)
  }

  /// When the operation is rejected if the page was not read.
  var deadline: Duration {
    min(movedAt + DaemonTiming.opening, askedAt + DaemonTiming.repetition)
  }

  /// Why an operation is rejected at the deadline.
  var lateness: String {
    guard movedAt + DaemonTiming.opening <= askedAt + DaemonTiming.repetition else { return ending }
    let seconds = DaemonTiming.opening.components.seconds
    guard let label else {
      guard isSearch else { return "it took more than \(seconds) s: try again" }
      return "the search took more than \(seconds) s: look for a longer or simpler text"
    }
    return "\(label) could not be read within \(seconds) s: try again, or look at its disk"
  }

  /// The work that is done for it at present and its progress, for people.
  var work: String {
    let work = isSearch ? "searching" : "reading"
    return work + (label.map { " \($0)" } ?? "") + (progress.map { ": \($0)" } ?? "")
  }

  /// The message that the search was ended.
  var ending: String {
    let of = label.map { " of \($0)" } ?? ""
    return "the search\(of) was ended" + (progress.map { " after \($0)" } ?? "")
  }
}

/// An input that waits until the operation before it is done.
struct WaitingInput: Sendable {
  let pending: PendingRequest
  let input: Request.Input
}

extension SessionAction {
  /// Whether it searches the content.
  fileprivate var searches: Bool {
    guard case .command(let command) = self else { return false }
    if case .search = command { return true }
    return command == .nextMatch || command == .previousMatch
  }

  /// Whether it ends a pan.
  var endsPan: Bool { if case .release = self { true } else { false } }

  /// Whether it ends the searches before it: another search, or Esc.
  var endsSearches: Bool {
    switch self {
    case .command(.search): true
    case .keys(let keys): keys.contains(Key(.escape))
    case .command, .tap, .follow, .release, .visit, .replay: false
    }
  }
}
