import NavBase
import NavScene
import NavSystem
import NavViewer
package import NavWire

/// The output of `navclient viewers`.
package enum ViewerListing {
  /// Returns a table with a heading; a sentence if there are no viewers.
  package static func table(_ viewers: [Reply.ViewerInfo]) -> String {
    guard !viewers.isEmpty else { return "nobody watches; join with `navclient --session NAME`" }
    return ColumnTable.lines(
      [["VIEWER", "STANDING", "WHERE", "SIZE", "LAYOUT", "HERE", "SEEN"]]
        + viewers.map { viewer in
          [
            viewer.shownName, viewer.standing.inWords, viewer.whereInWords,
            viewer.viewport.description,
            (viewer.layout ?? viewer.viewport).description,
            viewer.attached.inWords, "\(viewer.silent.inWords) ago",
          ]
        }
    )
  }

  /// Returns a JSON array of objects with stable keys; `[]` if there are no viewers.
  ///
  /// The keys: `id`, 16 hexadecimal digits; `name`, for a viewer without one the first 8 of them;
  /// `standing`, whether it may move the session: `moves`, `follows`, `asks`, `drives` or `read-only`; `view`, what
  /// it sees: `{"kind", "name", "page", "pages"}` with the kind `shared`, `own`, `followed` or `speaker`, the name of the viewer
  /// that it follows or null, and the place, null where the daemon does not tell it; `size`, `{"columns", "rows"}`; `layout`, the size of its layout; `attached_ms`, since it joined;
  /// `silent_ms`, since its last message; `lag_ms`, its terminal's delay at that time.
  package static func json(_ viewers: [Reply.ViewerInfo]) throws -> String {
    try JSONText.encode(viewers.map(Entry.init))
  }

  private struct Entry: Encodable {
    let id: String
    /// The same name as in the table.
    let name: String
    let standing: String
    let view: View
    let size: JSONSize
    let layout: JSONSize
    let attached: Int64
    let silent: Int64
    let lag: Int64

    enum CodingKeys: String, CodingKey {
      case id, name, standing, view, size, layout
      case attached = "attached_ms"
      case silent = "silent_ms"
      case lag = "lag_ms"
    }

    init(_ viewer: Reply.ViewerInfo) {
      id = viewer.digits
      name = viewer.shownName
      standing = viewer.standing.key
      view = View(viewer)
      size = JSONSize(columns: viewer.viewport.columns, rows: viewer.viewport.rows)
      let shown = viewer.layout ?? viewer.viewport
      layout = JSONSize(columns: shown.columns, rows: shown.rows)
      attached = viewer.attached.milliseconds
      silent = viewer.silent.milliseconds
      lag = viewer.lag.milliseconds
    }
  }
}

/// The view of a viewer, in JSON.
private struct View: Encodable {
  let kind: String
  let name: String?
  let page: Int?
  let pages: Int?

  enum CodingKeys: CodingKey {
    case kind, name, page, pages
  }

  init(_ viewer: Reply.ViewerInfo) {
    switch viewer.view {
    case .shared: (kind, name) = ("shared", nil)
    case .own: (kind, name) = ("own", nil)
    case .followed(let other): (kind, name) = ("followed", other.description)
    case .speaker: (kind, name) = ("speaker", nil)
    }
    page = viewer.position?.page
    pages = viewer.position?.pages
  }

  // Keys without a value are null.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind, forKey: .kind)
    try container.encode(name, forKey: .name)
    try container.encode(page, forKey: .page)
    try container.encode(pages, forKey: .pages)
  }
}

extension Reply.ViewerInfo {
  /// Its page, and whether it shows another view than the shared one.
  fileprivate var whereInWords: String {
    let place = position.map { "\($0.page)/\($0.pages)" } ?? ""
    switch view {
    case .shared: return place
    case .own: return "own \(place)"
    case .followed(let other): return "\(place) with \(other)"
    case .speaker: return "notes \(place)"
    }
  }
}

extension Reply.Standing {
  /// The standing in a table; empty if everybody may move the session.
  fileprivate var inWords: String {
    switch self {
    case .moves: ""
    case .follows: "follows"
    case .asks: "asks"
    case .drives: "drives"
    case .readOnly: "read only"
    }
  }

  /// The standing in JSON.
  fileprivate var key: String {
    switch self {
    case .moves: "moves"
    case .follows: "follows"
    case .asks: "asks"
    case .drives: "drives"
    case .readOnly: "read-only"
    }
  }
}
