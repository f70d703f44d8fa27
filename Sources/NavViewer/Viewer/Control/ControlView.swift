import NavBase
import NavScene

/// The control of a session from the point of view of one viewer (proto/README.md: Control).
///
/// While everybody may, nobody drives and nobody asks.
struct ControlView: Hashable, Sendable {
  enum Driver: Hashable, Sendable {
    case nobody
    /// This viewer.
    case own
    /// Another one, by name.
    case other(String)
  }

  let policy: ControlPolicy
  let driver: Driver
  /// The name of another viewer that has asked for control first; nil for none.
  let asking: String?
  /// Whether this viewer has asked for control first.
  let isAskingFirst: Bool
  /// The number of viewers that ask.
  let requests: Int

  /// - Parameters:
  ///   - scene: a scene of the session.
  ///   - name: the name under which this viewer's person drives and asks; empty if it has none.
  init(_ scene: Scene, for name: String) {
    policy = scene.policy
    guard policy != .open else {
      driver = .nobody
      asking = nil
      isAskingFirst = false
      requests = 0
      return
    }
    let (present, first) = (scene.driver, scene.asking)
    driver = present.isEmpty ? .nobody : present == name ? .own : .other(present)
    isAskingFirst = !first.isEmpty && first == name
    asking = first.isEmpty || isAskingFirst ? nil : first
    requests = scene.requests
  }

  // MARK: Words

  /// The most columns of a name in the status line.
  static let nameColumns = 20

  /// Returns a viewer's name as messages and the status line show it.
  static func shown(_ name: String, columns: Int = Self.nameColumns) -> String {
    sanitized(name).truncated(toColumns: columns)
  }

  /// Returns the words for who drives; nil while everybody may move the session.
  func driverWords(nameColumns: Int = Self.nameColumns) -> String? {
    guard policy != .open else { return nil }
    return switch driver {
    case .nobody: "nobody drives"
    case .own: "you drive"
    case .other(let name): "\(Self.shown(name, columns: nameColumns)) drives"
    }
  }

  /// Returns the words for the driver about who asks, with the keys for an answer.
  ///
  /// - Parameters:
  ///   - nameColumns: the most columns of the name.
  ///   - isShort: whether the words have to fit in a narrow terminal.
  /// - Returns: the words; nil for other viewers, and if nobody asks.
  func requestWords(nameColumns: Int = Self.nameColumns, isShort: Bool = false) -> String? {
    guard driver == .own, let asking else { return nil }
    let name = Self.shown(asking, columns: nameColumns)
    let others = requests - 1
    let ask = others > 0 ? "\(name) and \(others) more ask" : "\(name) asks"
    return ask + (isShort ? "" : " for control") + ": + grants, - refuses"
  }
}

/// A viewer's own part in the control of its session.
struct OwnControl: Hashable, Sendable {
  /// The name under which the viewer's person drives and asks; empty if the daemon has given it none.
  var name = ""
  /// Whether the viewer only watches.
  var isReadOnly = false
  /// Whether the viewer asks for control.
  var hasAsked = false
}
