import Foundation

/// The files of these tests' checkout.
enum Repository {
  static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path)
      .sorted()
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
  }

  /// Returns the paths of all files below a folder, from the root, with one of some endings.
  static func files(below folder: String, endings: [String]) throws -> [String] {
    guard
      let walk = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
    else { return [] }
    return walk.compactMap { $0 as? String }
      .filter { name in endings.contains { name.hasSuffix("." + $0) } }
      .map { folder + "/" + $0 }.sorted()
  }

  /// Returns the names of the modules: the folders of Sources.
  static func modules() throws -> [String] {
    try names(in: "Sources").filter { !$0.contains(".") }
  }

  /// Returns the imports of a folder's Swift files, with their files.
  static func imports(below folder: String) throws -> [String: [String]] {
    let pattern =
      /^\s*(?:@[A-Za-z_]+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|let|var|typealias)\s+)?(\w+)/
    var imports: [String: [String]] = [:]
    for file in try files(below: folder, endings: ["swift"]) {
      for line in try text(file).split(separator: "\n") {
        guard let match = line.firstMatch(of: pattern) else { continue }
        imports[String(match.1), default: []].append(file)
      }
    }
    return imports
  }
}
