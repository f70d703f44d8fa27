import CNavSupport
import Foundation
import Glibc
import NavSystem
import Testing

@Suite("Clocks, and who runs")
struct ClockTests {
  @Test("a part that waits costs no more than the processor time of its turn")
  func turnClock() {
    var clock = TurnClock()
    _ = clock.endTurn()
    for short in [Duration.zero, .microseconds(10), TurnClock.certain] {
      #expect(clock.cost(of: short) == short)
    }
    // Nothing has run for an hour.
    #expect(clock.cost(of: .seconds(3_600)) < .seconds(60))
    let start = threadProcessorTime()
    var (turns, sum) = (Duration.zero, 0)
    while threadProcessorTime() - start < .milliseconds(5) { sum &+= 1 }
    let busy = threadProcessorTime() - start
    #expect(clock.cost(of: .seconds(3_600)) >= busy)
    #expect(clock.cost(of: .milliseconds(2)) == .milliseconds(2), "after \(sum) rounds")
    for _ in 0..<3 { turns += clock.endTurn() }
    #expect(turns >= busy && turns <= threadProcessorTime())
  }

  @Test("the process id that is kept is that of the kernel")
  func processID() throws {
    let name = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self")
    for _ in 0..<2 { #expect("\(getpid())" == name) }
  }
}
