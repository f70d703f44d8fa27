/// The types that the folders of `Sources` declare, and the words of the code in them.
///
/// A scanner of words, not a compiler: it sees names of types, and no members of their extensions. A name that is
/// declared more than once, also inside other types, belongs to no folder.
struct FolderTypes {
  private struct File {
    let path: String
    /// The types that other files may name.
    var types: Set<String> = []
    var words: Set<String> = []
  }

  private static let kinds: Set = [
    "struct", "class", "enum", "protocol", "actor", "typealias", "associatedtype",
  ]

  /// Folders with their modules, `NavBase/Text`; a module alone is its files outside these folders.
  let folders: [String]
  private var files: [File] = []
  /// How often each type is declared.
  private var count: [String: Int] = [:]

  init(folders: [String]) throws {
    self.folders = folders
    for path in try Repository.files(below: "Sources", endings: ["swift"]) {
      var file = File(path: path)
      var isInText = false
      for line in try Repository.text(path).split(separator: "\n") {
        if line.hasSuffix("\"\"\"") || line.contains(/^ *"""/) {
          isInText.toggle()
        } else if !isInText {
          read(line, of: &file)
        }
      }
      files.append(file)
    }
  }

  private mutating func read(_ line: Substring, of file: inout File) {
    let words = Self.words(of: line)
    file.words.formUnion(words)
    guard let index = words.firstIndex(where: Self.kinds.contains), index + 1 < words.count,
      words[..<index].allSatisfy({ $0.first?.isLowercase == true || line.contains("@") }),
      words[index + 1].first?.isUppercase == true
    else { return }
    let name = words[index + 1]
    count[name, default: 0] += 1
    let isPrivate = words[..<index].contains { $0 == "private" || $0 == "fileprivate" }
    if line.first != " ", !isPrivate { file.types.insert(name) }
  }

  /// Returns the words of a line, without its comment and its texts.
  private static func words(of line: Substring) -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    var isInText = false
    var last: UInt8 = 0
    for byte in line.utf8 {
      if byte == UInt8(ascii: "\""), last != UInt8(ascii: "\\") { isInText.toggle() }
      if !isInText, byte == UInt8(ascii: "/"), last == byte { break }
      last = byte
      let isLetter =
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte >= 0x80
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
      if isLetter, !isInText {
        word.append(byte)
      } else if !word.isEmpty {
        words.append(String(decoding: word, as: UTF8.self))
        word = []
      }
    }
    return word.isEmpty ? words : words + [String(decoding: word, as: UTF8.self)]
  }

  private func files(of folder: String) -> [File] {
    let inner = folders.filter { $0.hasPrefix(folder + "/") }
    return files.filter { file in
      file.path.hasPrefix("Sources/\(folder)/")
        && !inner.contains { file.path.hasPrefix("Sources/\($0)/") }
    }
  }

  /// The types of a folder whose names nothing else has.
  func types(of folder: String) -> Set<String> {
    files(of: folder).reduce(into: Set()) { $0.formUnion($1.types.filter { count[$0] == 1 }) }
  }

  /// Returns a line for each file of a folder that names types of another one.
  func names(in folder: String, of other: String) -> [String] {
    let types = types(of: other)
    return files(of: folder).compactMap { file in
      let found = file.words.intersection(types).sorted()
      return found.isEmpty ? nil : "\(file.path) names \(found.joined(separator: ", "))"
    }
  }
}
