import NavGeometry
import NavInspect
import NavModel
import NavText
import NavViewer
package import NavWire

/// The output of `navclient viewers`.
package enum ViewerListing {
  /// Returns a table with a heading; a sentence if there are no viewers.
  package static func table(_ viewers: [Reply.ViewerInfo]) -> String {
    guard !viewers.isEmpty else { return "nobody watches; join with `navclient --session NAME`" }
    return ColumnTable.lines(
      [["VIEWER", "SIZE", "LAYOUT", "HERE", "SEEN"]]
        + viewers.map { viewer in
          [
            viewer.shortName, viewer.viewport.description,
            (viewer.layout ?? viewer.viewport).description,
            viewer.attached.inWords, "\(viewer.silent.inWords) ago",
          ]
        }
    )
  }

  /// Returns a JSON array of objects with stable keys; `[]` if there are no viewers.
  ///
  /// The keys: `id`, 16 hexadecimal digits, of which the table shows the first 8; `size`,
  /// `{"columns", "rows"}`; `layout`, the size of its layout; `attached_ms`, since it joined;
  /// `silent_ms`, since its last message; `lag_ms`, its terminal's delay at that time.
  package static func json(_ viewers: [Reply.ViewerInfo]) throws -> String {
    try JSONText.encode(viewers.map(Entry.init))
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
      id = viewer.digits
      size = JSONSize(columns: viewer.viewport.columns, rows: viewer.viewport.rows)
      let shown = viewer.layout ?? viewer.viewport
      layout = JSONSize(columns: shown.columns, rows: shown.rows)
      attached = viewer.attached.milliseconds
      silent = viewer.silent.milliseconds
      lag = viewer.lag.milliseconds
    }
  }
}
