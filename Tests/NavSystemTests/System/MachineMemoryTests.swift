import Testing

@testable import NavSystem

@Suite("Memory of the machine")
struct MachineMemoryTests {
  private func check(_ membership: String, _ files: [String: String], _ limit: Int?) {
    let found = MachineMemory.groupLimit(membership: membership) { files[$0] }
    #expect(found == limit, "\(membership)")
  }

  @Test("the least limit of a control group and those above it counts")
  func groups() {
    let files = [
      "/a/b/memory.max": "max\n", "/a/b/memory.high": "5000\n", "/a/memory.max": "4000\n",
      "/a/memory.high": "max\n", "/c/memory.max": "max\n", "/memory.max": "9000\n",
    ]
    check("0::/a/b\n", files, 4000)
    check("12:memory:/x\n0::/a/b\n", files, 4000)
    check("0::/a\n", files, 4000)
    check("0::/c\n", files, 9000)
    check("0::/\n", files, 9000)
    check("0::/c\n", ["/c/memory.max": "max\n"], nil)
    check("4:memory:/a\n", files, nil)
    check("", files, nil)
  }

  @Test("there is memory") func machine() { #expect(MachineMemory.bytes > 1 << 20) }
}
