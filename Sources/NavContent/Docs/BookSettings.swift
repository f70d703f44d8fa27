/// What is used of a `book.toml`: the keys `title` and `src` of its table `book`.
struct BookSettings: Hashable {
  /// One sanitised line.
  private(set) var title: String?
  /// Where the chapters are, relative to the file's directory.
  private(set) var source: String?

  /// The most bytes that are read.
  private static let byteLimit = 1 << 20

  /// Nil where no file is, or none that can be read.
  init?(path: String) {
    guard let text = try? loadText(path: path, limit: Self.byteLimit) else { return nil }
    self.init(text: text)
  }

  /// Reads the lines that it knows; anything else means nothing.
  init(text: String) {
    var cursor = LineCursor(text)
    var table = ""
    while let line = cursor.next()?.trimmingBlanks() {
      if line.hasPrefix("[") {
        table = line
      } else if table == "[book]", let equals = line.firstIndex(of: "=") {
        let value = Self.value(line[equals...].dropFirst().trimmingBlanks())
        switch line[..<equals].trimmingBlanks() {
        case "title": title = value.flatMap { Slide.titleLine(of: $0) }
        case "src": source = value.flatMap { BookPath.resolved($0, in: "") }
        default: break
        }
      }
    }
  }

  /// What stands between quotation marks.
  private static func value(_ text: String) -> String? {
    guard let quote = text.first, quote == "\"" || quote == "'" else { return nil }
    let inner = text.dropFirst()
    guard let end = inner.firstIndex(of: quote) else { return nil }
    return String(inner[..<end])
  }
}
