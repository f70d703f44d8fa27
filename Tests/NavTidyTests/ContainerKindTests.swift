import Foundation
import Testing

/// One room per container kind: a kind is named in its own folder and in the registry, and nowhere else in NavSession.
@Suite("The container kinds")
struct ContainerKindTests {
  private static let session = "Sources/NavSession"
  private static let registry = "\(session)/Containers/ContainerTree+Kinds.swift"

  /// The folder of each kind, by the name of its node.
  private static func kinds() throws -> [String: String] {
    var kinds: [String: String] = [:]
    let node = /(?:extension|struct) (\w+): (?:Container|Parts)Node\b/
    for file in try Repository.files(below: session, endings: ["swift"]) {
      for match in try code(of: file).matches(of: node) {
        kinds[String(match.1)] = String(file.prefix(upTo: file.lastIndex(of: "/") ?? file.endIndex))
      }
    }
    return kinds
  }

  /// The source without comments.
  private static func code(of file: String) throws -> String {
    try Repository.text(file).split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line.prefix(upTo: line.firstRange(of: "//")?.lowerBound ?? line.endIndex))
    }
    .joined(separator: "\n")
  }

  @Test("each kind has a folder of its own, and is in the registry")
  func folders() throws {
    let kinds = try Self.kinds()
    #expect(kinds.count >= 3)
    let registry = try Self.code(of: Self.registry)
    for (node, folder) in kinds {
      #expect(node == "\(folder.split(separator: "/").last ?? "")Node", "\(node) is in \(folder)")
      #expect(registry.contains("\(node).self"), "\(node) is not registered")
    }
  }

  @Test("only the registry and the folder of a kind name its node, and none casts to it elsewhere")
  func names() throws {
    let kinds = try Self.kinds()
    for file in try Repository.files(below: Self.session, endings: ["swift"])
    where file != Self.registry {
      let code = try Self.code(of: file)
      for (node, folder) in kinds where !file.hasPrefix("\(folder)/") {
        // The functions that look for a kind, such as `tree.stack(id)`, stand in its folder and serve that alone.
        let kind = node.dropLast("Node".count)
        let named = try Regex("\\b\(node)\\b|tree\\.(\(kind.lowercased())|change\(kind))\\(")
        #expect(code.firstMatch(of: named) == nil, "\(file) names \(node)")
      }
    }
  }
}
