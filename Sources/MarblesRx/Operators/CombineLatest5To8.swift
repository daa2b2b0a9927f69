import Marbles
import MarblesCombine

extension ObservableType {
  /// Combines the latest elements of five observables, whenever one of them emits.
  @inlinable
  public static func combineLatest<
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
      let (latestA, latestB) = (LatestValue<A.Element>(), LatestValue<B.Element>())
      let (latestC, latestD) = (LatestValue<C.Element>(), LatestValue<D.Element>())
      let latestE = LatestValue<E.Element>()
      let run = CombineLatestRun(sink) {
        try resultSelector(
          latestA.get(), latestB.get(), latestC.get(), latestD.get(), latestE.get())
      }
      run.add(a, latestA)
      run.add(b, latestB)
      run.add(c, latestC)
      run.add(d, latestD)
      run.add(e, latestE)
      return run.start()
    }
  }

  /// Combines the latest elements of six observables, whenever one of them emits.
  @inlinable
  public static func combineLatest<
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
      let (latestA, latestB) = (LatestValue<A.Element>(), LatestValue<B.Element>())
      let (latestC, latestD) = (LatestValue<C.Element>(), LatestValue<D.Element>())
      let (latestE, latestF) = (LatestValue<E.Element>(), LatestValue<F.Element>())
      let run = CombineLatestRun(sink) {
        try resultSelector(
          latestA.get(), latestB.get(), latestC.get(), latestD.get(), latestE.get(), latestF.get())
      }
      run.add(a, latestA)
      run.add(b, latestB)
      run.add(c, latestC)
      run.add(d, latestD)
      run.add(e, latestE)
      run.add(f, latestF)
      return run.start()
    }
  }

  /// Combines the latest elements of seven observables, whenever one of them emits.
  @inlinable
  public static func combineLatest<
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
      let (latestA, latestB) = (LatestValue<A.Element>(), LatestValue<B.Element>())
      let (latestC, latestD) = (LatestValue<C.Element>(), LatestValue<D.Element>())
      let (latestE, latestF) = (LatestValue<E.Element>(), LatestValue<F.Element>())
      let latestG = LatestValue<G.Element>()
      let run = CombineLatestRun(sink) {
        try resultSelector(
          latestA.get(), latestB.get(), latestC.get(), latestD.get(), latestE.get(), latestF.get(),
          latestG.get())
      }
      run.add(a, latestA)
      run.add(b, latestB)
      run.add(c, latestC)
      run.add(d, latestD)
      run.add(e, latestE)
      run.add(f, latestF)
      run.add(g, latestG)
      return run.start()
    }
  }

  /// Combines the latest elements of eight observables, whenever one of them emits.
  @inlinable
  public static func combineLatest<
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
      let (latestA, latestB) = (LatestValue<A.Element>(), LatestValue<B.Element>())
      let (latestC, latestD) = (LatestValue<C.Element>(), LatestValue<D.Element>())
      let (latestE, latestF) = (LatestValue<E.Element>(), LatestValue<F.Element>())
      let (latestG, latestH) = (LatestValue<G.Element>(), LatestValue<H.Element>())
      let run = CombineLatestRun(sink) {
        try resultSelector(
          latestA.get(), latestB.get(), latestC.get(), latestD.get(), latestE.get(), latestF.get(),
          latestG.get(), latestH.get())
      }
      run.add(a, latestA)
      run.add(b, latestB)
      run.add(c, latestC)
      run.add(d, latestD)
      run.add(e, latestE)
      run.add(f, latestF)
      run.add(g, latestG)
      run.add(h, latestH)
      return run.start()
    }
  }

  /// Combines the latest elements of five observables into tuples, whenever one of them emits.
  @inlinable
  public static func combineLatest<
    A: ObservableConvertibleType,
    B: ObservableConvertibleType,
    C: ObservableConvertibleType,
    D: ObservableConvertibleType,
    E: ObservableConvertibleType
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E)
    -> Observable<(A.Element, B.Element, C.Element, D.Element, E.Element)>
  where Element == (A.Element, B.Element, C.Element, D.Element, E.Element) {
    Observable.combineLatest(a, b, c, d, e) { ($0, $1, $2, $3, $4) }
  }

  /// Combines the latest elements of six observables into tuples, whenever one of them emits.
  @inlinable
  public static func combineLatest<
    A: ObservableConvertibleType,
    B: ObservableConvertibleType,
    C: ObservableConvertibleType,
    D: ObservableConvertibleType,
    E: ObservableConvertibleType,
    F: ObservableConvertibleType
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F)
    -> Observable<(A.Element, B.Element, C.Element, D.Element, E.Element, F.Element)>
  where Element == (A.Element, B.Element, C.Element, D.Element, E.Element, F.Element) {
    Observable.combineLatest(a, b, c, d, e, f) { ($0, $1, $2, $3, $4, $5) }
  }

  /// Combines the latest elements of seven observables into tuples, whenever one of them emits.
  @inlinable
  public static func combineLatest<
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
    Observable.combineLatest(a, b, c, d, e, f, g) { ($0, $1, $2, $3, $4, $5, $6) }
  }

  /// Combines the latest elements of eight observables into tuples, whenever one of them emits.
  @inlinable
  public static func combineLatest<
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
    Observable.combineLatest(a, b, c, d, e, f, g, h) { ($0, $1, $2, $3, $4, $5, $6, $7) }
  }
}
