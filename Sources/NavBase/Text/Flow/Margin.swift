/// The left margin of the rows of a nested block: blanks, quote bars and list markers.
struct Margin {
  /// The marker of a list item.
  struct Marker: Hashable {
    var text: String
    var role: TextRole
    /// The width of the list's widest marker; this marker is right-aligned in it.
    var columns: Int
  }

  /// The beginning of a row, and its indent.
  struct Lead {
    var start = RowBuilder()
    var indent = 0
  }

  private enum Level {
    case bar(String, role: TextRole)
    case marker(Marker, isPainted: Bool)

    var columns: Int {
      switch self {
      case .bar: Margin.barColumns
      case .marker(let marker, _): marker.columns + 1
      }
    }
  }

  private var levels: [Level] = []
  private(set) var columns = 0

  var depth: Int { levels.count }

  mutating func push(_ marker: Marker) {
    levels.append(.marker(marker, isPainted: false))
    columns += marker.columns + 1
  }

  /// Adds a bar of one column.
  mutating func pushBar(_ text: String, role: TextRole) {
    levels.append(.bar(text, role: role))
    columns += Self.barColumns
  }

  /// The width of a bar with the blank after it.
  static let barColumns = 2

  mutating func pop() {
    columns -= levels.removeLast().columns
  }

  /// Whether the innermost level's marker is still unpainted.
  var hasUnpaintedMarker: Bool {
    if case .marker(_, isPainted: false) = levels.last { true } else { false }
  }

  /// Returns the beginning of the next row and marks pending markers as painted.
  mutating func lead() -> Lead {
    var lead = Lead()
    var blanks = 0
    for index in levels.indices {
      switch levels[index] {
      case .bar(let text, let role):
        lead.append(text, role: role, after: &blanks)
        blanks = 1
      case .marker(let marker, isPainted: true):
        blanks += marker.columns + 1
      case .marker(let marker, isPainted: false):
        levels[index] = .marker(marker, isPainted: true)
        blanks += marker.columns - columnWidth(of: marker.text)
        lead.append(marker.text, role: marker.role, after: &blanks)
        blanks = 1
      }
    }
    lead.append(blanks: blanks)
    return lead
  }

  /// Returns the beginning of a blank row in the outermost `depth` levels: the bars.
  func blankLead(depth: Int) -> Lead {
    var lead = Lead()
    var blanks = 0
    for level in levels.prefix(depth) {
      switch level {
      case .bar(let text, let role):
        lead.append(text, role: role, after: &blanks)
        blanks = 1
      case .marker(let marker, _):
        blanks += marker.columns + 1
      }
    }
    return lead
  }
}

extension Margin.Lead {
  fileprivate mutating func append(_ text: String, role: TextRole, after blanks: inout Int) {
    append(blanks: blanks)
    blanks = 0
    start.append(text, style: TextStyle(role: role))
  }

  /// Appends blanks; before any text they become an indent, which is smaller on the wire.
  fileprivate mutating func append(blanks: Int) {
    if start.isEmpty {
      indent += blanks
    } else {
      start.appendBlanks(blanks)
    }
  }
}

extension TextList {
  /// Returns the markers of the items, padded to the width of the widest.
  func markers(depth: Int) -> [Margin.Marker] {
    guard hasMarkers else {
      return items.map { _ in Margin.Marker(text: "", role: .plain, columns: 3) }
    }
    let bullets = ["•", "◦", "▪", "▫"]
    var markers = items.enumerated().map { index, item in
      var text = start.map { "\($0 &+ index)." } ?? bullets[depth % bullets.count]
      var role = TextRole.listMarker
      if let isDone = item.isDone {
        let box = isDone ? "☑" : "☐"
        text = start == nil ? box : text + " " + box
        role = isDone ? .taskDone : .taskOpen
      }
      return Margin.Marker(text: text, role: role, columns: columnWidth(of: text))
    }
    let widest = markers.map(\.columns).max() ?? 0
    for index in markers.indices { markers[index].columns = widest }
    return markers
  }
}
