/// A size in JSON: `{"columns":80,"rows":24}`.
package struct JSONSize: Encodable {
  package let columns: Int
  package let rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}
