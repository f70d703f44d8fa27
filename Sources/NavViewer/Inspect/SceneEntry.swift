package import NavBase
package import NavScene

/// A scene as one JSON object with stable keys.
///
/// - `session`, `version`: the session and its version, if known; `viewers`; `size`
///   (`{"columns", "rows"}`);
/// - `focus`: the `container` with the keyboard focus (null for none) and the `kind` of focus: `none`,
///   `pager`, `list`, `text`; `search`: null, or the search `text`, the number of `matches` in the focused
///   content, and the current `match`, from 1, or null;
/// - `containers`, ascending by `id`, each with its `kind` (`pager`, `page`, `page_control`, `stack`,
///   `tabs`, `tab_bar`, `tab_item`, `spine`, `option_bar`, `option_cell`, `indicator`, `split`,
///   `split_border`, `pointer`, `mark`), `parent` (null for
///   the outermost), `title`, `frame` in the parent's content, `z` (higher covers lower), `hidden`,
///   `overlay` (0 clear ... 1 black), `scroll`, `content` (the position of row 0 and the columns and rows
///   of the text), `header_height`, `selection` (a row index or null; of a `split_border` 0 if the part
///   before it has the focus, 1 if the one behind it has it; of a `pointer` the number of its colour), `page_count`, `current_page` (from 0) and
///   `rows`. Some kinds have more keys: a `tab_item` `selected`, `badge` (null for none) and
///   `badge_role` (`neutral`, `notice`, `success`, `warning`, `alert`); a `tab_bar` the number of tabs
///   `hidden_above` and `hidden_below`; a `page` whether its rows are `mirrored`, its `pinned_row` (or
///   null), whether its scroll bar is left out (`indicator_hidden`) and, if it lists entries, the `filter`
///   (null for none) and their number `unfiltered`; an
///   `option_bar` its `bar_style` (`buttons`, `segments`, `arrows`, `options`); an `option_cell` whether it
///   is `selected` (its `selection` is its column); an `indicator` its `mark_start` and `mark_length` in
///   columns;
/// - `stacks`, if known: the place of each stack (`StackEntry`);
/// - a row has its `index` from 0, `text`, `indent` in columns, `fill` (the role of its background) and
///   `runs`: `start` and `length` in bytes of UTF-8, `role`, `attributes`, `link` (or null), and
///   `foreground` and `background` if the content sets explicit colours (`12`, `#rrggbb`).
package struct SceneEntry: Encodable {
  private let session: String?
  private let version: UInt64?
  private let size: JSONSize
  private let viewers: Int
  private let focus: FocusEntry
  private let search: SearchEntry
  private let containers: [ContainerEntry]
  private let stacks: [StackEntry]?

  /// - Parameters:
  ///   - scene: the scene to encode.
  ///   - size: the terminal's size, which may differ from the viewport of the scene.
  ///   - session: the name of the session; nil if unknown.
  ///   - version: the version of the session; nil if unknown.
  ///   - stacks: the places of the stacks; nil if unknown.
  package init(
    _ scene: Scene,
    size: CellSize,
    session: String? = nil,
    version: UInt64? = nil,
    stacks: [StackReport]? = nil
  ) {
    self.session = session
    self.version = version
    self.size = JSONSize(columns: size.columns, rows: size.rows)
    viewers = scene.viewers
    focus = FocusEntry(scene: scene)
    search = SearchEntry(scene: scene)
    containers = scene.containers.map { ContainerEntry(container: $0) }
    self.stacks = stacks?.map { StackEntry($0) }
  }
}

/// The place of a stack in JSON: `{"stack", "offset", "target", "range", "active", "position"}`, in columns; `active` is
/// the id of a page and `position` its side.
package struct StackEntry: Encodable {
  private let stack: UInt32
  private let offset: Double
  private let target: Double
  private let range: [Double]
  private let active: UInt32
  private let position: String

  package init(_ report: StackReport) {
    (stack, active) = (report.stack.rawValue, report.active.rawValue)
    (offset, target) = (report.offset.inThousandths, report.target.inThousandths)
    range = [report.range.lowerBound, report.range.upperBound].map(\.inThousandths)
    position = report.position == .left ? "left" : "right"
  }
}

extension Double {
  /// The nearest multiple of a thousandth.
  fileprivate var inThousandths: Double { (self * 1000).rounded() / 1000 }
}

private struct FocusEntry: Encodable {
  let scene: Scene

  enum CodingKeys: String, CodingKey {
    case container, kind
  }

  func encode(to encoder: any Encoder) throws {
    var entry = encoder.container(keyedBy: CodingKeys.self)
    try entry.encode(scene.focus?.rawValue, forKey: .container)
    try entry.encode(scene.focusKind.name, forKey: .kind)
  }
}

private struct SearchEntry: Encodable {
  let scene: Scene

  enum CodingKeys: String, CodingKey {
    case text, matches, match
  }

  func encode(to encoder: any Encoder) throws {
    guard !scene.search.isEmpty else {
      var entry = encoder.singleValueContainer()
      return try entry.encodeNil()
    }
    var entry = encoder.container(keyedBy: CodingKeys.self)
    try entry.encode(scene.search, forKey: .text)
    try entry.encode(scene.matches, forKey: .matches)
    try entry.encode(scene.match > 0 ? scene.match : nil, forKey: .match)
  }
}

/// A container, with a key for each row of `FieldTable.container` that its kind has.
private struct ContainerEntry: Encodable {
  let container: Container

  func encode(to encoder: any Encoder) throws {
    var entry = encoder.container(keyedBy: FieldKey.self)
    try entry.encode(container.id.rawValue, forKey: FieldKey("id"))
    try entry.encode(rows, forKey: FieldKey("rows"))
    for field in FieldTable.container.fields where has(field) {
      if let group = field.json.group {
        var inner = entry.nestedContainer(keyedBy: FieldKey.self, forKey: FieldKey(group))
        try encode(field, into: &inner)
      } else {
        try encode(field, into: &entry)
      }
    }
  }

  private func has(_ field: Field) -> Bool {
    guard field.json.kinds?.contains(container.kind) ?? true else { return false }
    // Only a page that lists entries has a filter.
    let isOfFilter =
      field.number == Int(ContainerText.filter.rawValue)
      || field.number == Int(ContainerField.unfiltered.rawValue)
    return !isOfFilter || container.unfiltered > 0
  }

  /// Encodes a value; where there is none it is null, not left out.
  private func encode(_ field: Field, into entry: inout KeyedEncodingContainer<FieldKey>) throws {
    let key = FieldKey(field.key)
    let value = container.values[field.number]
    switch field.kind {
    case .number where field.json.divisor > 1:
      let quotient = Double(value) / Double(field.json.divisor)
      try entry.encode(quotient.inThousandths, forKey: key)
    case .number: try entry.encode(value, forKey: key)
    case .flag: try entry.encode(value != 0, forKey: key)
    case .index: try entry.encode(value == 0 ? nil : value - 1, forKey: key)
    case .id: try entry.encode(value == 0 ? nil : value, forKey: key)
    case .enumeration(_, let names):
      // A number of a later version has the meaning of the first one.
      let index = value - field.range.lowerBound
      try entry.encode(names[names.indices.contains(index) ? index : 0], forKey: key)
    case .text:
      let text = container.values.text(of: field)
      try entry.encode(text.isEmpty && field.json.isNullable ? nil : text, forKey: key)
    }
  }

  private var rows: [RowEntry] {
    container.rows.segments.flatMap { segment in
      segment.rows.enumerated().map { RowEntry($1, index: segment.first + $0) }
    }
  }
}

/// A key of a container's JSON.
private struct FieldKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) {
    stringValue = name
  }

  init(stringValue: String) {
    self.init(stringValue)
  }

  init?(intValue: Int) {
    return nil
  }
}

private struct RowEntry: Encodable {
  let index: Int
  let text: String
  let indent: Int
  let fill: String
  let runs: [RunEntry]

  init(_ row: TextRow, index: Int) {
    self.index = index
    text = row.text
    indent = row.indent
    fill = row.fill.name
    var start = 0
    runs = row.runs.map { run in
      defer { start += run.length }
      return RunEntry(start: start, run: run)
    }
  }
}

private struct RunEntry: Encodable {
  let start: Int
  let run: StyledRun

  enum CodingKeys: String, CodingKey {
    case start, length, role, attributes, link, foreground, background
  }

  func encode(to encoder: any Encoder) throws {
    var entry = encoder.container(keyedBy: CodingKeys.self)
    try entry.encode(start, forKey: .start)
    try entry.encode(run.length, forKey: .length)
    try entry.encode(run.style.role.name, forKey: .role)
    try entry.encode(run.style.attributes.names, forKey: .attributes)
    try entry.encode(run.style.link, forKey: .link)
    try entry.encodeIfPresent(run.style.foreground?.name, forKey: .foreground)
    try entry.encodeIfPresent(run.style.background?.name, forKey: .background)
  }
}

/// A size in JSON: `{"columns":80,"rows":24}`.
package struct JSONSize: Encodable {
  package let columns: Int
  package let rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

// The JSON names of the parts of a row. Scripts rely on them: they stay the same even if a case is
// renamed.

extension TextRole {
  /// The key in a theme file, with dots between its words.
  var name: String {
    switch self {
    case .heading1, .heading2, .heading3: "heading.\(rawValue)"
    case .codeSpan: "code.span"
    default: String(themeName.map { $0 == "_" ? "." : $0 })
    }
  }
}

extension TextAttributes {
  /// In the order of their bits.
  var names: [String] {
    let all: [(TextAttributes, String)] = [
      (.bold, "bold"), (.italic, "italic"), (.underline, "underline"),
      (.strikethrough, "strikethrough"), (.found, "found"), (.foundHere, "found.here"),
      (.dim, "dim"), (.inverse, "inverse"),
    ]
    return all.filter { contains($0.0) }.map(\.1)
  }
}

extension TextColor {
  /// The index of one of xterm's 256 colours as a number, any other colour as `#rrggbb`.
  var name: String {
    switch self {
    case .indexed(let index): return "\(index)"
    case .rgb:
      let digits = String(code & 0xFF_FFFF, radix: 16)
      return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
  }
}
