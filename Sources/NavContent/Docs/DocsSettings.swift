/// The keys `title` and `src` in the table `book` of a `book.toml`.
struct DocsSettings: Hashable {
  /// The title as one sanitised line.
  private(set) var title: String?
  /// The directory of the chapters, relative to the directory of the file.
  private(set) var source: String?

  /// The maximum size of the file, in bytes.
  private static let byteLimit = 1 << 20

  /// Nil if there is no readable file in the directory.
  init?(in directory: String) {
    let path = directory + "/book.toml"
    guard let text = try? loadText(path: path, limit: Self.byteLimit, beneath: directory) else {
      return nil
    }
    self.init(text: text)
  }

  /// Reads the known keys; ignores everything else.
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
        case "src": source = value.flatMap { DocsPath.resolved($0, in: "") }
        default: break
        }
      }
    }
  }

  /// Returns the text between quotation marks; nil if the value is not quoted.
  private static func value(_ text: String) -> String? {
    guard let quote = text.first, quote == "\"" || quote == "'" else { return nil }
    let inner = text.dropFirst()
    guard let end = inner.firstIndex(of: quote) else { return nil }
    return String(inner[..<end])
  }
}
