import NavBase

/// The page after the current one, as the speaker sees it.
extension PagerNode {
  var isOrdered: Bool { true }

  func successor(of current: SpeakerPages.Shown) -> SpeakerPages.Shown? {
    var next = current
    if current.step < current.content.stepCount {
      next.step += 1
      return next
    }
    let index = transition.current + 1
    guard index < pages.count, containers[index] == nil, case .page(let content) = pages[index]
    else { return nil }
    return SpeakerPages.Shown(content: content, step: 0, number: index + 1, count: pages.count)
  }
}
