import Foundation
import Testing

/// One room per container kind: a kind is named in its own folder and in the registries, and nowhere else.
@Suite("The container kinds")
struct ContainerKindTests {
  private static let session = "Sources/NavEngine/Session"
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
      // These two files make nodes and count ids.
      for use in ["self", "mostIDs"] {
        #expect(registry.split(separator: "\(node).\(use)").count == 2, "\(node).\(use)")
      }
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

  // MARK: Kinds of content

  /// The files that tell kinds of containers apart, one for each list of them.
  private static let registries = [
    "Sources/NavBase/Model/Content/SessionContent.swift",
    "Sources/NavBase/Model/NavigationState.swift",
    "Sources/NavWire/State/NavigationState+Format.swift",
    "Sources/NavContent/Containers/ContentKind.swift", registry,
  ]

  /// The files in which `tabs` is what a client asks for, `ContentSpec.tabs`, and no kind of container.
  private static let contentSpecs = [
    "Sources/NavBase/Model/Content/ContentSpec.swift",
    "Sources/NavBase/Model/Bundles/BundleContent.swift",
    "Sources/NavWire/ContentSpec+Wire.swift",
    "Sources/NavContent/Reading/ContentReader.swift",
    "Sources/NavContent/Bundles/ContentReader+Collecting.swift",
    "Sources/NavWire/Recording/Recording+Redacting.swift",
    "Sources/NavViewer/Viewer/SessionNaming.swift",
  ]

  /// The kinds, by the names of their values in NavBase/Model: `Pager`, `Split`.
  private static func contentKinds() throws -> [String] {
    try Repository.files(below: "Sources/NavBase/Model", endings: ["swift"]).flatMap { file in
      try code(of: file).matches(of: /(?:extension|struct) (\w+)Content: ContainerContent\b/).map {
        String($0.1)
      }
    }
  }

  /// Whether a file, or a folder around it, is named after a kind.
  private static func isRoom(_ file: String, of kind: String) -> Bool {
    file.split(separator: "/").contains { $0.hasPrefix(kind) }
  }

  /// Whether a source distinguishes a kind from others by a pattern.
  private static func matches(_ code: String, _ kind: String) throws -> Bool {
    let name = kind.lowercased()
    let pattern = try Regex("\\bcase\\s+(let\\s+)?\\.\(name)\\(|\\.\(name)\\((let|var)\\s")
    return code.firstMatch(of: pattern) != nil
  }

  @Test("in all modules only registries and the files of a kind match on the kind of content")
  func patterns() throws {
    let kinds = try Self.contentKinds()
    #expect(Set(kinds).isSuperset(of: ["Pager", "Stack", "Tabs", "Split"]))
    for file in try Repository.files(below: "Sources", endings: ["swift"])
    where !Self.registries.contains(file) {
      let code = try Self.code(of: file)
      for kind in kinds where !Self.isRoom(file, of: kind) {
        let isSpec = kind == "Tabs" && Self.contentSpecs.contains(file)
        #expect(
          try Self.matches(code, kind) == isSpec,
          "\(file) matches on \(kind): give ContainerContent a requirement, or drop the exception"
        )
      }
    }
  }

  @Test(
    "each registry names each kind, without a default; each kind has its file in NavBase/Model and NavContent"
  )
  func registered() throws {
    for kind in try Self.contentKinds() {
      for file in Self.registries {
        let code = try Self.code(of: file)
        #expect(code.contains("\(kind.lowercased())("), "\(file) lacks \(kind)")
        #expect(!code.contains("default:"), "\(file)")
      }
      let model = try Self.code(of: "Sources/NavBase/Model/Content/\(kind)Content.swift")
      #expect(model.contains("package struct \(kind): Hashable, Sendable"), "\(kind) has no state")
      let read = try Self.code(of: "Sources/NavContent/Containers/\(kind)Content+Scene.swift")
      #expect(read.contains("static let \(kind.lowercased()) = SceneNodeKind("), "\(kind)")
    }
  }
}
