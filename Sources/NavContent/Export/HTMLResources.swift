import NavText

/// What the sections of a file of HTML share: pages that links lead to, pictures, and rules of the style sheet.
struct HTMLResources {
  /// Where the pages of each group are, from 1, by what links call them.
  private let numbers: [Int: [String: Int]]
  private(set) var pictures: ExportedPictures
  /// Declarations by the names of classes, besides those that every file has.
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

  /// The number of the page that a link leads to; nil where it is not there.
  func number(of key: String, group: Int) -> Int? {
    // What stands behind the sign is a place in that page; with nothing before it, a slide.
    let name = key.hasPrefix("#") ? key : String(key.prefix { $0 != "#" })
    let names = numbers[group] ?? [:]
    return names[name] ?? names[name.lowercased()]
  }

  /// A picture as an address that needs no file; nil where it can't be one.
  mutating func source(of picture: PictureAddress, named name: String) -> String? {
    pictures.source(of: picture.path, named: name)
  }

  /// The class of a declaration.
  mutating func rule(_ name: String, _ declaration: String) -> String {
    rules[name] = declaration
    return name
  }

  /// The rules of all classes that were asked for, in the order of their names.
  var style: String {
    rules.sorted { $0.key < $1.key }.map { "\n.\($0.key) { \($0.value) }" }.joined()
  }
}
