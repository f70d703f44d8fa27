import NavBase

/// The resources shared by the sections of an HTML file: link targets, pictures and style rules.
struct HTMLResources {
  /// The page numbers of each group, from 1, by link name.
  private let numbers: [Int: [String: Int]]
  var pictures: ExportedPictures
  /// Additional declarations by class name.
  private var rules: [String: String] = [:]

  init(_ pages: [ExportedPage], pictures: ExportedPictures) {
    var numbers: [Int: [String: Int]] = [:]
    for (index, page) in pages.enumerated() {
      for name in page.names where numbers[page.group]?[name] == nil {
        numbers[page.group, default: [:]][name] = index + 1
      }
    }
    self.numbers = numbers
    self.pictures = pictures
  }

  /// Returns the number of the page that a link leads to; nil if it is not in the export.
  func number(of key: String, group: Int) -> Int? {
    // In `page#place` only the page counts; `#name` alone is the name of a slide.
    let name = key.hasPrefix("#") ? key : String(key.prefix { $0 != "#" })
    let names = numbers[group] ?? [:]
    return names[name] ?? names[name.lowercased()]
  }

  /// Adds a declaration under a class name, and returns the name.
  mutating func rule(_ name: String, _ declaration: String) -> String {
    rules[name] = declaration
    return name
  }

  /// The rules of all added classes, sorted by name.
  var style: String {
    rules.sorted { $0.key < $1.key }.map { "\n.\($0.key) { \($0.value) }" }.joined()
  }
}
