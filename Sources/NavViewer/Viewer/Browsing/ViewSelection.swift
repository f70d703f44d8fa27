import NavBase
import NavWire

/// The view of its session that a viewer shows: the view requested at each attach, and the view that the daemon granted
/// (proto/README.md: Views).
///
/// An operation names the viewer, not the view. So that each operation moves the view that was shown when it was sent, a
/// change of the view waits until all operations are answered, and no input is sent until the snapshot of the new view
/// has arrived.
struct ViewSelection: Hashable, Sendable {
  /// The view to ask for at each attach.
  private(set) var choice: ViewChoice
  /// The view in the daemon's last answer.
  private(set) var granted = ViewChoice.shared
  /// The view to ask for once all operations are answered; nil for no change.
  private var next: ViewChoice?
  /// The page at which the old view has to be at rest before the change; nil for any page.
  private(set) var arrival: Arrival?
  /// Whether the snapshot of the chosen view is still awaited.
  private var isJoining = false
  /// The view to which an own view returns: the shared one, or that of the speaker who looks around.
  private var home = ViewChoice.shared

  /// A motion of the view that is left to the place of the view that follows.
  struct Arrival: Hashable, Sendable {
    /// The number of the page, from 1.
    var page: Int
    /// The time at which the view is changed even if it does not rest there.
    var deadline: Duration
  }

  /// Whether the viewer is between two views.
  var isChanging: Bool { next != nil || isJoining }

  /// The view that the user has chosen last.
  var wanted: ViewChoice { next ?? choice }

  /// The view to which the key for browsing leads.
  var toggled: ViewChoice {
    switch wanted {
    case .shared, .speaker: .own(0)
    case .own: home
    case .followed: .shared
    }
  }

  /// The view to which the key for the speaker's view leads.
  var toggledNotes: ViewChoice { wanted == .speaker ? .shared : .speaker }

  init(_ choice: ViewChoice = .shared) {
    self.choice = choice
  }

  // MARK: Changes

  /// Schedules a change of the view, after a motion if one is given.
  mutating func change(to view: ViewChoice, after arrival: Arrival? = nil) {
    if case .own = view { home = wanted == .speaker ? .speaker : .shared }
    next = view
    self.arrival = arrival
  }

  /// Chooses the scheduled view; returns false if there is none.
  mutating func takeNext() -> Bool {
    guard let next else { return false }
    choice = next
    self.next = nil
    arrival = nil
    isJoining = true
    return true
  }

  /// Records that the snapshot of the granted view is shown.
  mutating func joined() {
    isJoining = false
  }

  // MARK: The daemon's answers

  /// Records the granted view.
  ///
  /// - Returns: the message to show if the viewer did not get the view that it asked for.
  mutating func answered(_ view: ViewChoice) -> String? {
    granted = view
    switch (choice, view) {
    case (.own, .own):
      choice = view
      return nil
    case (.own(let id), .shared), (.own(let id), .followed):
      choice = .shared
      return id == 0
        ? "navd could not give you a view of your own"
        : "your own view has ended: back with everybody"
    case (.speaker, .shared), (.speaker, .own), (.speaker, .followed):
      choice = .shared
      return "this navd has no speaker's view"
    case (.followed(let name), .shared):
      choice = .shared
      return "\(ControlView.shown(name.description)) is not here: back with everybody"
    case (.shared, _), (.followed, _), (.speaker, .speaker), (.own, .speaker): return nil
    }
  }

  /// Gives up a requested view that the daemon refuses: the viewer stays in its current view.
  ///
  /// - Parameter code: the code of the refused attach.
  /// - Returns: false if the refusal does not concern the view.
  mutating func fallBack(after code: Reply.Failure.Code) -> Bool {
    guard isJoining || isFollowing && code == .rejected else { return false }
    // The present view may be refused, too: then only the shared one is left.
    let fallback = choice == granted ? ViewChoice.shared : granted
    guard fallback != choice else { return false }
    choice = fallback
    isJoining = false
    return true
  }

  private var isFollowing: Bool {
    if case .followed = choice { true } else { false }
  }
}

/// The view of a session that a viewer's screen shows.
enum ShownView: Hashable, Sendable {
  case shared
  /// A private view of this viewer.
  case own
  /// The view that the viewer of this name shows.
  case following(String)
  case speakers

  /// The line about a change to it, in plain text.
  var spoken: String {
    switch self {
    case .shared: "Back with everybody"
    case .own: "Browsing on your own: browse returns"
    case .speakers: "Speaker's view: notes returns"
    case .following(let name): "Following \(ControlView.shown(name)): browse returns"
    }
  }
}
