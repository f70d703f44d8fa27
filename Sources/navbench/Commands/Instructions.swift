import ArgumentParser

struct Instructions: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Operations of the stack engine, for a counter of instructions.",
    discussion: """
      The functions `countedPush` and so on are what is to be counted; the stack is made before them. \
      deploy/count compares a small stack with a very large one.

      Examples:
        navbench instructions --pages 1000000
        navbench instructions --pages 10 --operation push --operation pop
        valgrind --tool=callgrind --collect-atstart=no '--toggle-collect=*counted*' \\
          navbench instructions --pages 1000000 --operation push --times 5
      """
  )

  @Option(
    help: """
      Pages of the stack, \(StackWork.pageCounts.lowerBound) to \(StackWork.pageCounts.upperBound).
      """
  )
  var pages = 10

  @Option(help: "Which one; may be given several times, else all are done in this order.")
  var operation = StackWork.Operation.allCases

  @Option(help: "How often each is done, 2 to 1000000.")
  var times = 5

  func validate() throws {
    guard StackWork.pageCounts.contains(pages) else {
      let range = StackWork.pageCounts
      throw ValidationError("--pages takes \(range.lowerBound) to \(range.upperBound)")
    }
    guard (2...1_000_000).contains(times) else {
      throw ValidationError("--times takes 2 to 1000000")
    }
  }

  func run() throws {
    let work = StackWork(pages: pages)
    for operation in operation {
      let outcomes = Set(try work.perform(operation, times: times))
      guard let outcome = outcomes.first, outcomes.count == 1 else {
        throw BenchError("\(operation) did something else each time: \(outcomes)")
      }
      print("\(operation): \(outcome.frames) frames, \(outcome.pages) pages")
    }
  }
}

extension StackWork.Operation: ExpressibleByArgument {}
