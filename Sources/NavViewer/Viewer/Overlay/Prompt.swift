package import NavBase
import NavScene
import NavWire

/// The text that is typed in the status line; other viewers don't see it until Enter.
struct Prompt: Hashable, Sendable {
  enum Purpose: Hashable, Sendable {
    case search
    case filter
  }

  let purpose: Purpose
  private(set) var field = TextField()

  init(_ purpose: Purpose) {
    self.purpose = purpose
  }

  /// The text before the field.
  var label: String {
    switch purpose {
    case .search: "/"
    case .filter: "filter "
    }
  }

  /// The command that sends the typed text.
  var command: SessionCommand {
    switch purpose {
    case .search: .search(field.text)
    case .filter: .filter(field.text)
    }
  }

  mutating func receive(_ key: Key) -> TextField.Outcome { field.receive(key) }

  mutating func paste(_ text: String) {
    field.paste(text)
  }

  /// Returns the label and the visible part of the typed text, with the cursor marked.
  ///
  /// - Parameter columns: the available width for both.
  /// - Returns: a text of the needed width, including a blank for the cursor at the end.
  func line(columns: Int) -> StyledText {
    let available = max(1, columns - columnWidth(of: label))
    let window = field.window(columns: available)
    var line = StyledText(label, style: TextStyle(attributes: .bold))
    var column = 0
    var isMarked = false
    for character in window.text {
      let isHere = !isMarked && column == window.cursorColumn
      isMarked = isMarked || isHere
      line.append(String(character), style: isHere ? Self.cursor : .plain)
      column += columnWidth(of: character)
    }
    if !isMarked { line.append(" ", style: Self.cursor) }
    return line
  }

  private static let cursor = TextStyle(attributes: [.bold, .underline])
}

extension Scene {
  /// The search or filter that is active in the focused content; a search that is under way, too.
  var activeSearch: ActiveSearch {
    if !search.isEmpty || searching != nil { return .search }
    return focusKind == .list && currentPage?.filter.isEmpty == false ? .filter : .nothing
  }

  /// The state that decides which keys have an effect.
  package var keyContext: KeyContext {
    let hasSideTabs = containers.contains { $0.kind == .tabs }
    return KeyContext(
      focus: focusKind,
      search: activeSearch,
      hasTabs: hasSideTabs || containers.contains { $0.kind == .optionBar },
      hasSideTabs: hasSideTabs,
      hasParts: containers.contains { $0.kind == .split },
      hasLongLines: currentPage?.hasLongLines == true,
      isSpeakers: isSpeakers
    )
  }

  /// Whether a command goes from one end of the matches to the other.
  func wraps(_ command: SessionCommand) -> Bool {
    guard match > 0 else { return false }
    switch command {
    case .nextMatch: return match == matches
    case .previousMatch: return match == 1
    default:
      return false
    }
  }
}

/// A trial of the typed words: the scene that the session would show after them (input.proto: TakeSnapshot).
///
/// Only this viewer sees it: the session does not change until Enter. Only one request is in progress at a time; the
/// next one sends the words as they are by then.
struct PromptTrial: Hashable, Sendable {
  /// The trial scene, which is shown instead of the session's; nil for none.
  private(set) var scene: Scene?
  /// The error in the words; nil if there is none.
  private(set) var error: String?
  /// Whether the words were sent to the session, which will soon show this scene.
  private(set) var isAccepted = false
  /// After `accept`, its next transmission is the end of the trial instead.
  private var request = RepeatedRequest()
  /// Whether the words have changed since the current request.
  private var isStale = false

  /// The pause before a request, so that fast typing causes only one.
  static let pause = Duration.milliseconds(30)
  /// The pause before a request is repeated that the daemon could not answer.
  static let retryPause = Duration.milliseconds(200)
  /// The longest time to show an accepted trial before the session shows its result.
  static let acceptedLimit = Duration.seconds(1)

  /// The time of the next request, or of the end of an accepted trial; nil for never.
  var nextWake: Duration? { request.nextWake }

  /// Handles a change of the words.
  mutating func change(isEmpty: Bool, at now: Duration) {
    if isEmpty {
      self = PromptTrial()
    } else if request.isPending {
      isStale = true
    } else {
      request.reschedule(at: request.nextWake ?? now + Self.pause)
    }
  }

  /// Repeats the request, because the session has changed or is laid out for another size.
  mutating func restart(at now: Duration) {
    guard !isAccepted, request.isPending || nextWake != nil || scene != nil || error != nil
    else { return }
    isStale = false
    request.send(at: now + Self.pause)
  }

  /// Forgets the scene of a view that is no longer shown, and repeats the request for the new one.
  mutating func viewChanged(at now: Duration) {
    guard !isAccepted else {
      self = PromptTrial()
      return
    }
    restart(at: now)
    scene = nil
  }

  func isDue(at now: Duration) -> Bool { !isAccepted && request.isDue(at: now) }

  mutating func sent(as id: UInt64, at now: Duration) {
    isStale = false
    request.sent(as: id, at: now)
  }

  func isAwaiting(_ id: UInt64) -> Bool { request.isAwaiting(id) }

  mutating func receive(_ body: Reply.Body, at now: Duration) {
    request.answered()
    if isStale, !isAccepted { request.send(at: now + Self.pause) }
    isStale = false
    switch body {
    case .snapshot(_, _, let scene, _):
      self.scene = scene
      error = nil
    case .failure(let failure) where failure.code == .retry || failure.code == .slowDown:
      request.reschedule(at: nextWake ?? now + max(Self.retryPause, failure.wait))
    default:
      scene = nil
      error = body.refusal
    }
  }

  /// Keeps the trial scene until the session shows the result of the sent words.
  mutating func accept(at now: Duration) {
    isAccepted = true
    request.reschedule(at: now + Self.acceptedLimit)
  }

  /// Whether the time of an accepted trial is over.
  func isOver(at now: Duration) -> Bool { nextWake.map { $0 <= now } ?? true }
}
