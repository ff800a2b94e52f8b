#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/host_device.hpp"
#include "kernels/heat/resident/mail.hpp"

namespace heteroscope::heat {

/// 32-bit words of values in a letter. With 3 they and the meeting's number are one access of 128 bits, which PTX has
/// for toolkits from 12.4 on; with 2 each goes together with the number, as one access of 64 bits, two of which are
/// moved at once: a third more is sent.
inline constexpr int letter_words = __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ >= 1204 ? 3 : 2;

/// What a block writes for its neighbors to read. Values and the number of the meeting that they belong to arrive
/// together, so that whoever finds the number has the values: one way through the L2 cache instead of three, which
/// values, a flag after them and the reading of values take.
struct alignas(16) Letter {
  std::uint32_t word[4];  ///< 2 values: value, number, value, number; 3 values: values, number

  [[nodiscard]] HETEROSCOPE_HD bool is_of(std::uint32_t meeting) const {
    return word[3] == meeting && (letter_words == 3 || word[1] == meeting);
  }
  [[nodiscard]] HETEROSCOPE_HD std::uint32_t value(int j) const { return word[letter_words == 3 ? j : 2 * j]; }
};

HETEROSCOPE_HD inline Letter letter_of(const std::uint32_t (&words)[letter_words], std::uint32_t meeting) {
  if constexpr (letter_words == 3) {
    return {{words[0], words[1], words[letter_words - 1], meeting}};
  } else {
    return {{words[0], meeting, words[1], meeting}};
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

/// Reads a letter if `wanted`; does not wait for what it reads.
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

/// The mailboxes of all blocks: for each parity of a meeting's number one a block. No number in them may be a meeting's
/// at the start.
///
/// Two are enough. A block sends the letters of meeting k + 2 to where those of meeting k are. Before, all of its
/// threads have received meeting k + 1's from all of its neighbors, and each of these had, in all of its threads,
/// received meeting k's before it sent any of k + 1's: in a block a barrier lies between the end of receiving and the
/// next sending. A block reads only mail of the up to 8 tiles around its own and reads from each that there is, by a
/// corner too, so that all who read a mailbox are among those who were waited for. Nobody waits for a number that has
/// been overwritten, and all who wait find theirs, since a block sends before it receives.
template <class Shape>
struct Mailboxes : MailGrid<Shape, letter_words> {
  using Grid = MailGrid<Shape, letter_words>;
  using M = Mail<Shape>;
  Letter* letters;
  Route* routes;  // of each block: the letters that it reads

  Mailboxes(void* memory, const Grid& grid)
      : Grid(grid),
        letters(static_cast<Letter*>(memory)),
        routes(reinterpret_cast<Route*>(letters + grid.letters_in_all())) {}

  [[nodiscard]] static std::size_t bytes(const Grid& grid) {
    return grid.letters_in_all() * sizeof(Letter) +
           std::size_t(grid.tiles_x) * grid.tiles_y * M::routes(grid.own_rows) * sizeof(Route);
  }
  /// To be set to 0 before blocks use them.
  [[nodiscard]] std::size_t letter_bytes() const { return this->letters_in_all() * sizeof(Letter); }

  /// Where the letters of even and of odd meetings begin.
  [[nodiscard]] __device__ Letter* of(std::uint32_t meeting) const {
    return letters +
           (meeting % 2 == 0 ? 0U : static_cast<unsigned>(this->tiles_x * this->tiles_y * M::letters(this->own_rows)));
  }
};

/// Sends the edges that all threads of a block have written to `mail`; a barrier must lie between.
template <class Shape>
__device__ void send(const Mailboxes<Shape>& boxes, int tile_x, int tile_y, const std::uint32_t* mail,
                     std::uint32_t meeting) {
  using M = Mail<Shape>;
  constexpr int batch = 4;  // on their way from shared memory
  Letter* const box = boxes.of(meeting) + boxes.box(tile_x, tile_y);
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
      if (i + b * threads < 2 * in_half) post(box + i + b * threads, letter_of(word[b], meeting));
    }
  }
}

/// Works out which letters each thread of a block reads, once for all meetings: it takes longer than to read them.
template <class Shape>
__device__ void plan_routes(const Mailboxes<Shape>& boxes, int tile_x, int tile_y) {
  const int count = Mail<Shape>::routes(boxes.own_rows);
  Route* const routes = boxes.routes + (tile_y * boxes.tiles_x + tile_x) * count;
#pragma unroll 1
  for (int i = static_cast<int>(threadIdx.x); i < count; i += static_cast<int>(blockDim.x)) {
    routes[i] = boxes.route(tile_x, tile_y, i);
  }
}

/// Waits for all letters of a meeting and writes what is in them to `mail`. All that a thread reads is on its way at
/// once; what has not arrived is asked for again.
template <class Shape>
__device__ void receive(const Mailboxes<Shape>& boxes, int tile_x, int tile_y, std::uint32_t* mail,
                        std::uint32_t meeting) {
  constexpr int batch = 3;
  const int count = Mail<Shape>::routes(boxes.own_rows);
  const Route* const routes = boxes.routes + (tile_y * boxes.tiles_x + tile_x) * count;
  const Letter* const letters = boxes.of(meeting);
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
        here[b] = here[b] || letter[b].is_of(meeting);
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
