import NavContent
import NavSystem
import Testing

@testable import NavClient

@Suite("Checks of configuration files")
struct FileCheckTests {
  @Test(
    "all tables are checked, those of the daemon too",
    arguments: [
      ("[viewer]\nmouse = true\n[limits]\nviewers = 3\n[state]\ndurability = \"power\"\n", []),
      ("[limits]\nviewers = 0\n", ["2:1 wrong a whole number from 1"]),
      ("[limits]\nviewrs = 3\n", ["2:1 wrong did you mean viewers?"]),
      ("[state]\ndurability = \"disk\"\n", ["2:1 wrong process"]),
      ("[state]\ndirectory = \"here\"\n", ["2:1 wrong absolute path"]),
      ("[state]\ndirectory = \"~/here\"\n", []),
      ("[limits]\ncommands = 1\n", ["2:1 wrong true or false"]),
      ("limits = 3\n", ["1:1 wrong table"]),
      ("[control]\npolicy = \"locked\"\nidle_release = \"10m\"\n", []),
      ("[control]\npolicy = \"shut\"\n", ["2:1 wrong request"]),
      ("[control]\nidle_release = 10\n", ["2:1 wrong 90s"]),
      ("[viewer]\nmous = true\n", ["2:1 strangeName did you mean mouse?"]),
      ("[viewer]\nfps = 0\n", ["2:1 wrong 1 to 240"]),
      ("[viewr]\n", ["1:2 wrong did you mean [viewer]?"]),
      ("sessions = 3\n", ["1:1 wrong write it below [limits]"]),
      ("mouse = true\n", ["1:1 wrong write it below [viewer]"]),
      (
        "[viewer]\nfps = 0\n[limits]\nviewers = 0\n[x]\n",
        ["2:1 wrong 240", "4:1 wrong whole number", "5:2 wrong tables are"]
      ),
    ] as [(String, [String])]
  )
  func configuration(text: String, expected: [String]) {
    let found = FileCheck.faults(in: Array(text.utf8), as: .config, at: "/no/config.toml")
    #expect(found.count == expected.count, "\(found)")
    for (fault, wanted) in zip(found, expected) {
      let words = wanted.split(separator: " ", maxSplits: 2).map(String.init)
      #expect("\(fault.line):\(fault.column)" == words[0], "\(fault)")
      #expect("\(fault.weight)" == words[1] && fault.problem.contains(words[2]), "\(fault)")
    }
  }

  @Test("a scene file is recognised by the keys that the daemon reads")
  func sceneKeys() throws {
    #expect(SceneGuess.contentKeys == Set(SceneKeys.contents))
    let node = try #require(SceneKeys.all["node"])
    #expect(SceneGuess.contentKeys.union(SceneGuess.otherKeys) == Set(node))
  }
}
