import Glibc
import NavSystem
import Testing

@Suite("What a process uses, as the kernel counts it")
struct ProcessUsageTests {
  @Test("everything is known, and an open file counts")
  func usage() throws {
    let before = ProcessUsage()
    let resident = try #require(before.residentMemory)
    let virtual = try #require(before.virtualMemory)
    #expect(resident > 1 << 20 && virtual >= resident)
    #expect(try #require(before.processorTime) > .zero)
    let limit = try #require(before.descriptorLimit)
    // Other tests may open and close files meanwhile: so many that they do not hide these.
    let count = 200
    var files: [Int32] = []
    for _ in 0..<count { files.append(open("/dev/null", O_RDONLY | O_CLOEXEC)) }
    defer { for file in files { close(file) } }
    let after = ProcessUsage()
    let opened = try #require(after.openDescriptors)
    #expect(opened >= count && opened <= limit)
    #expect(try #require(after.processorTime) >= #require(before.processorTime))
  }
}
