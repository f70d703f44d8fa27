import NavBase
import NavSystem
import Testing

@Suite struct PrivateDirectoryTests {
  @Test("a path that is not UTF-8 is refused before anybody looks at it")
  func undecodablePath() {
    let path = String(system: Array("/nowhere/r".utf8) + [0xFF] + Array("/navd".utf8))
    #expect(throws: PrivateDirectory.Fault.undecodable(path: path)) {
      try PrivateDirectory(path).check()
    }
    #expect(throws: PrivateDirectory.Fault.missing) {
      try PrivateDirectory("/nowhere/ré/navd").check()
    }
  }
}
