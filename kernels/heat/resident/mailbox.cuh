#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/host_device.hpp"
#include "kernels/heat/resident/mail.hpp"

namespace heteroscope::heat {

/// The number of 32-bit data words in a packet. With 3 words, data and flag are one access of 128 bits, which PTX
/// offers from toolkit 12.4 on. With 2 words each has a flag of its own, as a vector access of two 64-bit halves; that
/// sends a third more.
inline constexpr int letter_words = __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ >= 1204 ? 3 : 2;

/// A packet that one block sends to another through global memory, by the low-latency protocol that NCCL calls LL
/// (8-byte packets) and LL128: data and flag are written by one indivisible store, so the receiver that polls and finds
/// the flag has the data, too. That takes one trip through the L2 cache; data followed by a fence and a separate flag
/// take three. The flag is the number of the halo exchange (`barrier`), which grows by 1.
struct alignas(16) Letter {
  std::uint32_t word[4];  ///< 2 data words: data, flag, data, flag; 3 data words: data, data, data, flag

  [[nodiscard]] HETEROSCOPE_HD bool is_of(std::uint32_t barrier) const {
    return word[3] == barrier && (letter_words == 3 || word[1] == barrier);
  }
  [[nodiscard]] HETEROSCOPE_HD std::uint32_t value(int j) const { return word[letter_words == 3 ? j : 2 * j]; }
};

HETEROSCOPE_HD inline Letter letter_of(const std::uint32_t (&words)[letter_words], std::uint32_t barrier) {
  if constexpr (letter_words == 3) {
    return {{words[0], words[1], words[letter_words - 1], barrier}};
  } else {
    return {{words[0], barrier, words[1], barrier}};
  }
}

__device__ inline void post(Letter* to, const Letter& letter) {
  const std::uint32_t(&w)[4] = letter.word;
  if constexpr (letter_words == 3) {
    asm volatile(
        "{ .reg .b64 l, h; .reg .b128 q; mov.b64 l, {%1, %2}; mov.b64 h, {%3, %4}; mov.b128 q, {l, h}; "
        "st.relaxed.gpu.global.b128 [%0], q; }" ::"l"(to),
        "r"(w[0]), "r"(w[1]), "r"(w[2]), "r"(w[3])
        : "memory");
  } else {
    asm volatile(
        "{ .reg .b64 l, h; mov.b64 l, {%1, %2}; mov.b64 h, {%3, %4}; st.relaxed.gpu.global.v2.b64 [%0], {l, h}; }" ::
            "l"(to),
        "r"(w[0]), "r"(w[1]), "r"(w[2]), "r"(w[3])
        : "memory");
  }
}

/// Starts to load a packet if `wanted`. The thread waits only where it first uses the values.
__device__ inline void fetch(Letter& letter, const Letter* from, bool wanted) {
  std::uint32_t(&w)[4] = letter.word;
  if constexpr (letter_words == 3) {
    asm volatile(
        "{ .reg .pred p; .reg .b64 l, h; .reg .b128 q; setp.ne.u32 p, %5, 0; mov.b64 l, {%0, %1}; mov.b64 h, {%2, %3}; "
        "mov.b128 q, {l, h}; @p ld.relaxed.gpu.global.b128 q, [%4]; mov.b128 {l, h}, q; mov.b64 {%0, %1}, l; "
        "mov.b64 {%2, %3}, h; }"
        : "+r"(w[0]), "+r"(w[1]), "+r"(w[2]), "+r"(w[3])
        : "l"(from), "r"(static_cast<unsigned>(wanted))
        : "memory");
  } else {
    asm volatile(
        "{ .reg .pred p; .reg .b64 l, h; setp.ne.u32 p, %5, 0; mov.b64 l, {%0, %1}; mov.b64 h, {%2, %3}; "
        "@p ld.relaxed.gpu.global.v2.b64 {l, h}, [%4]; mov.b64 {%0, %1}, l; mov.b64 {%2, %3}, h; }"
        : "+r"(w[0]), "+r"(w[1]), "+r"(w[2]), "+r"(w[3])
        : "l"(from), "r"(static_cast<unsigned>(wanted))
        : "memory");
  }
}

template <class Shape>
using Mail = MailOf<Shape, letter_words>;

/// The packet buffers of all blocks: each block has one for even and one for odd exchanges (double buffering).
/// Initially no flag in them may equal the number of an exchange.
///
/// Two buffers are enough, by this argument. The packets of exchange k + 2 overwrite those of exchange k. Before a
/// block sends them, all of its threads have received exchange k + 1 from all of its neighbors; and each neighbor,
/// before it sent any packet of k + 1, had received exchange k in all of its threads, since a barrier of the block lies
/// between receiving and the next sending. A block reads only from the up to 8 tiles around its own, and from each that
/// exists, at least a corner, so that all readers of a buffer are among those that were waited for. Hence nobody waits
/// for a flag that has been overwritten; and everybody finds the flag it waits for, since each block sends before it
/// receives.
template <class Shape>
struct Mailboxes : MailGrid<Shape, letter_words> {
  using Grid = MailGrid<Shape, letter_words>;
  using M = Mail<Shape>;
  Letter* letters;
  Route* routes;  // for each block the packets that it reads, worked out once

  Mailboxes(void* memory, const Grid& grid)
      : Grid(grid),
        letters(static_cast<Letter*>(memory)),
        routes(reinterpret_cast<Route*>(letters + grid.letters_in_all())) {}

  [[nodiscard]] static std::size_t bytes(const Grid& grid) {
    return grid.letters_in_all() * sizeof(Letter) +
           std::size_t(grid.tiles_x) * grid.tiles_y * M::routes(grid.own_rows) * sizeof(Route);
  }
  /// The size of the memory that must be set to 0 before blocks use it.
  [[nodiscard]] std::size_t letter_bytes() const { return this->letters_in_all() * sizeof(Letter); }

  /// The packets of an exchange: one half of the memory for even numbers, the other for odd ones.
  [[nodiscard]] __device__ Letter* of(std::uint32_t barrier) const {
    return letters +
           (barrier % 2 == 0 ? 0U : static_cast<unsigned>(this->tiles_x * this->tiles_y * M::letters(this->own_rows)));
  }
};

/// Sends a block's edges to its neighbors as packets. All threads of the block must have written them to `mail` in
/// shared memory, with a barrier in between.
template <class Shape>
__device__ void send(const Mailboxes<Shape>& boxes, int tile_x, int tile_y, const std::uint32_t* mail,
                     std::uint32_t barrier) {
  using M = Mail<Shape>;
  constexpr int batch = 4;  // packets that a thread loads from shared memory at a time
  Letter* const box = boxes.of(barrier) + boxes.box(tile_x, tile_y);
  const int in_side = M::side_letters(boxes.own_rows);
  const int in_half = in_side + M::band_letters;
  const int threads = static_cast<int>(blockDim.x);
#pragma unroll 1
  for (int i = static_cast<int>(threadIdx.x); i < 2 * in_half; i += batch * threads) {
    std::uint32_t word[batch][letter_words] = {};
#pragma unroll
    for (int b = 0; b < batch; ++b) {
      const int at = i + b * threads;
      const int half = at >= in_half ? 1 : 0;
      const int k = at - half * in_half;
      const int from = k < in_side ? M::side(half) + M::corner_size : M::band(half) - letter_words * in_side;
#pragma unroll
      for (int j = 0; j < letter_words; ++j) {
        if (at < 2 * in_half) word[b][j] = mail[from + letter_words * k + j];
      }
    }
#pragma unroll
    for (int b = 0; b < batch; ++b) {
      if (i + b * threads < 2 * in_half) post(box + i + b * threads, letter_of(word[b], barrier));
    }
  }
}

/// Works out, once for all exchanges, which packets each thread of a block reads. That takes longer than reading them.
template <class Shape>
__device__ void plan_routes(const Mailboxes<Shape>& boxes, int tile_x, int tile_y) {
  const int count = Mail<Shape>::routes(boxes.own_rows);
  Route* const routes = boxes.routes + (tile_y * boxes.tiles_x + tile_x) * count;
#pragma unroll 1
  for (int i = static_cast<int>(threadIdx.x); i < count; i += static_cast<int>(blockDim.x)) {
    routes[i] = boxes.route(tile_x, tile_y, i);
  }
}

/// Waits for all packets of an exchange and unpacks them to `mail` in shared memory. A thread polls a batch of packets
/// at a time: all of its loads are under way together, and only packets that have not arrived are loaded again.
template <class Shape>
__device__ void receive(const Mailboxes<Shape>& boxes, int tile_x, int tile_y, std::uint32_t* mail,
                        std::uint32_t barrier) {
  constexpr int batch = 3;
  const int count = Mail<Shape>::routes(boxes.own_rows);
  const Route* const routes = boxes.routes + (tile_y * boxes.tiles_x + tile_x) * count;
  const Letter* const letters = boxes.of(barrier);
  const int threads = static_cast<int>(blockDim.x);
#pragma unroll 1
  for (int i = static_cast<int>(threadIdx.x); i < count; i += batch * threads) {
    Route way[batch] = {};
    Letter letter[batch];
    bool here[batch];
#pragma unroll
    for (int b = 0; b < batch; ++b) {
      if (i + b * threads < count) way[b] = routes[i + b * threads];
      letter[b] = {};
      here[b] = !way[b].wants_any();
    }
    bool all_here = false;
    while (!all_here) {
#pragma unroll
      for (int b = 0; b < batch; ++b) fetch(letter[b], letters + way[b].letter, !here[b]);
      all_here = true;
#pragma unroll
      for (int b = 0; b < batch; ++b) {
        here[b] = here[b] || letter[b].is_of(barrier);
        all_here = all_here && here[b];
      }
    }
#pragma unroll
    for (int b = 0; b < batch; ++b) {
#pragma unroll
      for (int j = 0; j < letter_words; ++j) {
        if (way[b].wants(j)) mail[way[b].place() + j] = letter[b].value(j);
      }
    }
  }
}

}  // namespace heteroscope::heat
