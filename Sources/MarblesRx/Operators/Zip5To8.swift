import Marbles
import MarblesCombine

extension ObservableType {
  /// Combines the n-th elements of five observables.
  @inlinable
  public static func zip<
    A: ObservableConvertibleType,
    B: ObservableConvertibleType,
    C: ObservableConvertibleType,
    D: ObservableConvertibleType,
    E: ObservableConvertibleType
  >(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E,
    resultSelector:
      @escaping (A.Element, B.Element, C.Element, D.Element, E.Element) throws -> Element
  ) -> Observable<Element> {
    Producer { sink in
      let (queueA, queueB) = (ZipQueue<A.Element>(), ZipQueue<B.Element>())
      let (queueC, queueD) = (ZipQueue<C.Element>(), ZipQueue<D.Element>())
      let queueE = ZipQueue<E.Element>()
      let run = ZipRun(sink) {
        try resultSelector(queueA.pop(), queueB.pop(), queueC.pop(), queueD.pop(), queueE.pop())
      }
      run.add(a, queueA)
      run.add(b, queueB)
      run.add(c, queueC)
      run.add(d, queueD)
      run.add(e, queueE)
      return run.start()
    }
  }

  /// Combines the n-th elements of six observables.
  @inlinable
  public static func zip<
    A: ObservableConvertibleType,
    B: ObservableConvertibleType,
    C: ObservableConvertibleType,
    D: ObservableConvertibleType,
    E: ObservableConvertibleType,
    F: ObservableConvertibleType
  >(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F,
    resultSelector:
      @escaping (A.Element, B.Element, C.Element, D.Element, E.Element, F.Element) throws -> Element
  ) -> Observable<Element> {
    Producer { sink in
      let (queueA, queueB) = (ZipQueue<A.Element>(), ZipQueue<B.Element>())
      let (queueC, queueD) = (ZipQueue<C.Element>(), ZipQueue<D.Element>())
      let (queueE, queueF) = (ZipQueue<E.Element>(), ZipQueue<F.Element>())
      let run = ZipRun(sink) {
        try resultSelector(
          queueA.pop(), queueB.pop(), queueC.pop(), queueD.pop(), queueE.pop(), queueF.pop())
      }
      run.add(a, queueA)
      run.add(b, queueB)
      run.add(c, queueC)
      run.add(d, queueD)
      run.add(e, queueE)
      run.add(f, queueF)
      return run.start()
    }
  }

  /// Combines the n-th elements of seven observables.
  @inlinable
  public static func zip<
    A: ObservableConvertibleType,
    B: ObservableConvertibleType,
    C: ObservableConvertibleType,
    D: ObservableConvertibleType,
    E: ObservableConvertibleType,
    F: ObservableConvertibleType,
    G: ObservableConvertibleType
  >(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G,
    resultSelector:
      @escaping (A.Element, B.Element, C.Element, D.Element, E.Element, F.Element, G.Element) throws
      -> Element
  ) -> Observable<Element> {
    Producer { sink in
      let (queueA, queueB) = (ZipQueue<A.Element>(), ZipQueue<B.Element>())
      let (queueC, queueD) = (ZipQueue<C.Element>(), ZipQueue<D.Element>())
      let (queueE, queueF) = (ZipQueue<E.Element>(), ZipQueue<F.Element>())
      let queueG = ZipQueue<G.Element>()
      let run = ZipRun(sink) {
        try resultSelector(
          queueA.pop(), queueB.pop(), queueC.pop(), queueD.pop(), queueE.pop(), queueF.pop(),
          queueG.pop())
      }
      run.add(a, queueA)
      run.add(b, queueB)
      run.add(c, queueC)
      run.add(d, queueD)
      run.add(e, queueE)
      run.add(f, queueF)
      run.add(g, queueG)
      return run.start()
    }
  }

  /// Combines the n-th elements of eight observables.
  @inlinable
  public static func zip<
    A: ObservableConvertibleType,
    B: ObservableConvertibleType,
    C: ObservableConvertibleType,
    D: ObservableConvertibleType,
    E: ObservableConvertibleType,
    F: ObservableConvertibleType,
    G: ObservableConvertibleType,
    H: ObservableConvertibleType
  >(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H,
    resultSelector:
      @escaping (
        A.Element, B.Element, C.Element, D.Element, E.Element, F.Element, G.Element, H.Element
      ) throws -> Element
  ) -> Observable<Element> {
    Producer { sink in
      let (queueA, queueB) = (ZipQueue<A.Element>(), ZipQueue<B.Element>())
      let (queueC, queueD) = (ZipQueue<C.Element>(), ZipQueue<D.Element>())
      let (queueE, queueF) = (ZipQueue<E.Element>(), ZipQueue<F.Element>())
      let (queueG, queueH) = (ZipQueue<G.Element>(), ZipQueue<H.Element>())
      let run = ZipRun(sink) {
        try resultSelector(
          queueA.pop(), queueB.pop(), queueC.pop(), queueD.pop(), queueE.pop(), queueF.pop(),
          queueG.pop(), queueH.pop())
      }
      run.add(a, queueA)
      run.add(b, queueB)
      run.add(c, queueC)
      run.add(d, queueD)
      run.add(e, queueE)
      run.add(f, queueF)
      run.add(g, queueG)
      run.add(h, queueH)
      return run.start()
    }
  }

  /// Combines the n-th elements of five observables into tuples.
  @inlinable
  public static func zip<
    A: ObservableConvertibleType,
    B: ObservableConvertibleType,
    C: ObservableConvertibleType,
    D: ObservableConvertibleType,
    E: ObservableConvertibleType
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E)
    -> Observable<(A.Element, B.Element, C.Element, D.Element, E.Element)>
  where Element == (A.Element, B.Element, C.Element, D.Element, E.Element) {
    Observable.zip(a, b, c, d, e) { ($0, $1, $2, $3, $4) }
  }

  /// Combines the n-th elements of six observables into tuples.
  @inlinable
  public static func zip<
    A: ObservableConvertibleType,
    B: ObservableConvertibleType,
    C: ObservableConvertibleType,
    D: ObservableConvertibleType,
    E: ObservableConvertibleType,
    F: ObservableConvertibleType
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F)
    -> Observable<(A.Element, B.Element, C.Element, D.Element, E.Element, F.Element)>
  where Element == (A.Element, B.Element, C.Element, D.Element, E.Element, F.Element) {
    Observable.zip(a, b, c, d, e, f) { ($0, $1, $2, $3, $4, $5) }
  }

  /// Combines the n-th elements of seven observables into tuples.
  @inlinable
  public static func zip<
    A: ObservableConvertibleType,
    B: ObservableConvertibleType,
    C: ObservableConvertibleType,
    D: ObservableConvertibleType,
    E: ObservableConvertibleType,
    F: ObservableConvertibleType,
    G: ObservableConvertibleType
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G)
    -> Observable<(A.Element, B.Element, C.Element, D.Element, E.Element, F.Element, G.Element)>
  where Element == (A.Element, B.Element, C.Element, D.Element, E.Element, F.Element, G.Element) {
    Observable.zip(a, b, c, d, e, f, g) { ($0, $1, $2, $3, $4, $5, $6) }
  }

  /// Combines the n-th elements of eight observables into tuples.
  @inlinable
  public static func zip<
    A: ObservableConvertibleType,
    B: ObservableConvertibleType,
    C: ObservableConvertibleType,
    D: ObservableConvertibleType,
    E: ObservableConvertibleType,
    F: ObservableConvertibleType,
    G: ObservableConvertibleType,
    H: ObservableConvertibleType
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H)
    -> Observable<
      (A.Element, B.Element, C.Element, D.Element, E.Element, F.Element, G.Element, H.Element)
    >
  where
    Element == (
      A.Element, B.Element, C.Element, D.Element, E.Element, F.Element, G.Element, H.Element
    )
  {
    Observable.zip(a, b, c, d, e, f, g, h) { ($0, $1, $2, $3, $4, $5, $6, $7) }
  }
}
