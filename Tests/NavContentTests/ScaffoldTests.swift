import Foundation
import NavBase
import NavContent
import Testing

@Suite("A generated scene")
struct ScaffoldTests {
  @Test("the scaffold is a scene without mistakes, with all files that it names")
  func clean() throws {
    let directory = TemporaryDirectory()
    for name in ["app", "7", "a.b-c_d", "発表", String(repeating: "x", count: Scaffold.longestName)] {
      let scaffold = try #require(Scaffold(name: name))
      let outcome = try scaffold.write(in: directory.root)
      let path = outcome.scene
      #expect(path == directory.path("\(name)/scene.yaml"))
      let files = ["scene.yaml", "talk.md", "notes.md"].map { directory.path("\(name)/\($0)") }
      #expect(outcome.files.map(\.path) == files && outcome.files.allSatisfy(\.isNew))
      #expect(try Lint.findings(in: path, as: .scene).isEmpty)
      for file in ["talk.md", "notes.md"] {
        #expect(try Lint.findings(in: directory.path("\(name)/\(file)"), as: .deck).isEmpty)
      }
      let content = try SceneFile.load(path: path).content { _ throws(ContentFailure) in
        .page(PageContent(title: "read later", document: TextDocument()))
      }
      guard case .tabs(let tabs) = content else {
        Issue.record("\(name) is no scene of tabs")
        continue
      }
      #expect(tabs.title == name && tabs.items.count == 3 && tabs.attachment != nil)
    }
  }

  @Test("the scene without its comment marks is valid, too")
  func commented() throws {
    let scaffold = try #require(Scaffold(name: "app"))
    let scene = try #require(scaffold.files.first { $0.name == "scene.yaml" }?.text)
    let lines = scene.components(separatedBy: "\n").map { line in
      let trimmed = line.drop { $0 == " " }
      let isExample = ["# - title", "#   content", "#     command"].contains {
        trimmed.hasPrefix($0)
      }
      guard isExample, let mark = line.range(of: "# ") else { return line }
      return line.replacingCharacters(in: mark, with: "")
    }
    let text = lines.joined(separator: "\n")
    #expect(text != scene)
    let problems = SceneFile.faults(in: text, path: "/no/scene.yaml").map(\.problem)
    // Only the files are missing.
    #expect(problems.allSatisfy { $0.contains("/no/") } && problems.count == 3, "\(problems)")
  }

  @Test("existing files are never changed")
  func refusals() throws {
    let directory = TemporaryDirectory()
    let scaffold = try #require(Scaffold(name: "app"))
    directory.write(Array("mine".utf8), to: "app")
    #expect(throws: ScaffoldError.self) { try scaffold.write(in: directory.root) }
    #expect(try loadText(path: directory.path("app"), limit: 10) == "mine")
    let error = #expect(throws: ScaffoldError.self) { try scaffold.write(in: "/no/such") }
    #expect(error?.description.contains("--dir") == true)
    // A directory exists at the path of a file to write.
    for name in ["dir", "dir/app", "dir/app/talk.md"] { directory.makeDirectory(name) }
    let other = #expect(throws: ScaffoldError.self) {
      try scaffold.write(in: directory.path("dir"))
    }
    #expect(other?.description.contains("is there already") == true)
  }

  @Test("missing files of a directory are added, and existing ones stay")
  func again() throws {
    let directory = TemporaryDirectory()
    let scaffold = try #require(Scaffold(name: "app"))
    directory.makeDirectory("app")
    directory.write(Array("mine".utf8), to: "app/talk.md")
    let first = try scaffold.write(in: directory.root)
    #expect(first.files.map(\.isNew) == [true, false, true])
    #expect(try loadText(path: directory.path("app/talk.md"), limit: 10) == "mine")
    directory.write(Array("also mine".utf8), to: "app/scene.yaml")
    let second = try scaffold.write(in: directory.root)
    #expect(second.scene == first.scene && !second.files.contains(where: \.isNew))
    #expect(try loadText(path: directory.path("app/scene.yaml"), limit: 10) == "also mine")
  }
}
