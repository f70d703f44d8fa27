import NavGeometry
import NavInspect
package import NavWire

/// How `navclient viewers` prints who watches a session.
package enum ViewerListing {
  /// A table with a heading; a sentence when nobody watches.
  package static func table(_ viewers: [Reply.ViewerInfo]) -> String {
    guard !viewers.isEmpty else { return "nobody watches; join with `navclient --session NAME`" }
    return TextTable.lines(
      [["VIEWER", "SIZE", "LAYOUT", "HERE", "SEEN"]]
        + viewers.map { viewer in
          [
            shortName(of: viewer.id), viewer.viewport.description,
            (viewer.layout ?? viewer.viewport).description,
            viewer.attached.inWords, "\(viewer.silent.inWords) ago",
          ]
        }
    )
  }

  /// A JSON array of objects with stable keys; `[]` when nobody watches.
  ///
  /// The keys: `id`, 16 hexadecimal digits, of which the table shows the first 8; `size`,
  /// `{"columns", "rows"}`; `layout`, the same of what it shows; `attached_ms`, since it joined;
  /// `silent_ms`, since it was last heard; `lag_ms`, by how long its terminal was behind then.
  package static func json(_ viewers: [Reply.ViewerInfo]) throws -> String {
    try JSONText.encode(viewers.map(Entry.init))
  }

  /// What a table calls a viewer.
  static func shortName(of id: UInt64) -> String { String(digits(of: id).prefix(8)) }

  /// As text: a number of 64 bits is more than many readers of JSON can hold.
  private static func digits(of id: UInt64) -> String {
    let digits = String(id, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private struct Entry: Encodable {
    let id: String
    let size: JSONSize
    let layout: JSONSize
    let attached: Int64
    let silent: Int64
    let lag: Int64

    enum CodingKeys: String, CodingKey {
      case id, size, layout
      case attached = "attached_ms"
      case silent = "silent_ms"
      case lag = "lag_ms"
    }

    init(_ viewer: Reply.ViewerInfo) {
      id = ViewerListing.digits(of: viewer.id)
      size = JSONSize(columns: viewer.viewport.columns, rows: viewer.viewport.rows)
      let shown = viewer.layout ?? viewer.viewport
      layout = JSONSize(columns: shown.columns, rows: shown.rows)
      attached = viewer.attached.milliseconds
      silent = viewer.silent.milliseconds
      lag = viewer.lag.milliseconds
    }
  }
}
